import BookOpen from 'lucide-react/icons/book-open'
import CalendarHeart from 'lucide-react/icons/calendar-heart'
import Clock from 'lucide-react/icons/clock'
import FolderHeart from 'lucide-react/icons/folder-heart'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import type { LucideIcon } from 'lucide-react'
import { paths } from '@/shared/config/paths'
import {
  volunteerOpportunities,
  type VolunteerOpportunityId,
} from '@/shared/data/volunteer-opportunities'
import { Card, CardContent, CardHeader, CardTitle } from '@/shared/ui/card'
import { Section } from '@/shared/ui/container'
import { getInvolvedContent } from '../content/get-involved'
import { volunteerContent } from '../content/volunteer'
import { FormSlot } from '../components/form-slot'
import { PageHeader } from '../components/page-header'
import { ReachUs } from '../components/reach-us'
import type { LazyForm } from '../lib/lazy-form'

const icons: Record<VolunteerOpportunityId, LucideIcon> = {
  teaching: GraduationCap,
  tutoring: BookOpen,
  events: CalendarHeart,
  admin: FolderHeart,
}

/** `form` is the application form, which belongs to another feature. */
export function VolunteerPage({ form }: { form: LazyForm }) {
  return (
    <>
      <PageHeader
        content={volunteerContent}
        metaTitle="Volunteer"
        path={paths.volunteer}
        trail={[{ name: getInvolvedContent.title, path: paths.getInvolved }]}
      />
      <Section aria-labelledby="opportunities">
        <h2 id="opportunities">Opportunities</h2>
        <ul className="mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
          {volunteerOpportunities.map(({ id }) => {
            const { title, description, commitment } = volunteerContent.opportunities[id]
            const Icon = icons[id]
            return (
              <Card as="li" key={id}>
                <CardHeader>
                  <Icon aria-hidden="true" className="size-8 text-clay-600" />
                  <CardTitle>{title}</CardTitle>
                </CardHeader>
                <CardContent className="flex flex-1 flex-col gap-4">
                  <p className="flex-1">{description}</p>
                  <p className="flex items-center gap-2 text-sm font-semibold text-forest-700">
                    <Clock aria-hidden="true" className="size-4" />
                    {commitment}
                  </p>
                </CardContent>
              </Card>
            )
          })}
        </ul>
      </Section>
      <Section ground="raised" width="narrow" aria-labelledby="apply">
        <h2 id="apply">Apply to volunteer</h2>
        <p className="mt-3 mb-8 text-lg text-ink-soft">{volunteerContent.promise}</p>
        <FormSlot
          form={form}
          instead={<ReachUs text={volunteerContent.fallback} subject={volunteerContent.title} />}
        />
      </Section>
    </>
  )
}
