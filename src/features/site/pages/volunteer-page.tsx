import Clock from 'lucide-react/icons/clock'
import { paths } from '@/shared/config/paths'
import { volunteerOpportunities } from '@/shared/data/volunteer-opportunities'
import { Section } from '@/shared/ui/container'
import { volunteerContent } from '../content/volunteer'
import { FormSection, NextSteps } from '../components/form-section'
import { PageHeader } from '../components/page-header'
import { Questions } from '../components/questions'
import { PictureItem } from '../components/picture-item'
import type { LazyForm } from '../lib/lazy-form'

const { title: pageTitle, opportunities, application } = volunteerContent

/** `form` is the application form, which belongs to another feature. */
export function VolunteerPage({ form }: { form: LazyForm }) {
  return (
    <>
      <PageHeader content={volunteerContent} metaTitle="Volunteer" path={paths.volunteer} />
      <Section aria-labelledby="opportunities">
        <h2 id="opportunities">Opportunities</h2>
        <ul className="mt-8 grid gap-x-8 gap-y-6 sm:mt-10 sm:grid-cols-2 sm:gap-y-10 lg:grid-cols-4">
          {volunteerOpportunities.map(({ id }) => {
            const { title, description, commitment, image } = opportunities[id]
            return (
              <PictureItem key={id} picture={image}>
                <h3>{title}</h3>
                <p className="mt-1 flex items-center gap-2 text-sm font-semibold text-clay-700">
                  <Clock aria-hidden="true" className="size-4" />
                  {commitment}
                </p>
                <p className="mt-2 text-ink-soft">{description}</p>
              </PictureItem>
            )
          })}
        </ul>
      </Section>
      <Section ground="sunken" className="py-10 sm:py-14">
        <Questions content={volunteerContent.questions} />
      </Section>
      <FormSection id="apply" content={application} subject={pageTitle} form={form}>
        <NextSteps title={application.stepsTitle} steps={application.steps} />
      </FormSection>
    </>
  )
}
