import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { Card, CardContent, CardHeader, CardTitle } from '@/shared/ui/card'
import { Section } from '@/shared/ui/container'
import { FormSlot } from '../components/form-slot'
import { PageHeader } from '../components/page-header'
import { Questions } from '../components/questions'
import { ContactLines, ReachUs } from '../components/reach-us'
import { SocialLinks } from '../components/social-links'
import { contactContent } from '../content/contact'
import { organisation } from '@/shared/data/organisation'
import { phoneInLiberia, schoolAddress, telInLiberia, whatsAppInLiberia } from '../content/reach'
import type { LazyForm } from '../lib/lazy-form'

const { newsletter, touch } = contactContent

interface ContactPageProps {
  /** They belong to another feature. */
  forms: Record<'newsletter' | 'message', LazyForm>
}

export function ContactPage({ forms }: ContactPageProps) {
  return (
    <>
      <PageHeader content={contactContent} path={paths.contact} />

      <Section aria-label="Write to us">
        <div className="grid items-start gap-x-16 gap-y-14 lg:grid-cols-[3fr_2fr]">
          <Card as="section" aria-labelledby="get-in-touch">
            <CardHeader>
              <CardTitle as="h2" id="get-in-touch" className="text-heading">
                {touch.title}
              </CardTitle>
              <p className="text-ink-soft">
                {touch.text} {touch.again.text} <Link to={paths.status}>{touch.again.label}</Link>
              </p>
            </CardHeader>
            <CardContent>
              <ul className="mb-8 divide-y divide-line border-y border-line">
                <ContactLines
                  lineClass="flex min-h-12 items-center gap-3"
                  iconClass="text-clay-600"
                />
                <li className="flex min-h-12 items-center gap-3">
                  <Phone aria-hidden="true" className="size-5 shrink-0 text-clay-600" />
                  <span>
                    <a href={telInLiberia}>{phoneInLiberia}</a> in Liberia, also on{' '}
                    <a href={whatsAppInLiberia}>WhatsApp</a>
                  </span>
                </li>
                <li className="flex min-h-12 items-center gap-3">
                  <MapPin aria-hidden="true" className="size-5 shrink-0 text-clay-600" />
                  {organisation.location}
                </li>
                <li className="flex items-center gap-3 py-2">
                  <MapPin aria-hidden="true" className="size-5 shrink-0 text-clay-600" />
                  {schoolAddress}
                </li>
              </ul>
              <FormSlot form={forms.message} instead={<p>{touch.fallback}</p>} />
            </CardContent>
          </Card>
          <div className="grid gap-14">
            <section aria-labelledby="newsletter">
              <h2 id="newsletter">{newsletter.title}</h2>
              <p className="mt-3 mb-6 text-lg text-ink-soft">{newsletter.text}</p>
              <FormSlot
                form={forms.newsletter}
                instead={<ReachUs text={newsletter.fallback} subject={newsletter.title} />}
              />
            </section>
            <Questions content={contactContent.press} />
            <section aria-labelledby="social">
              <h2 id="social" className="mb-4 text-subheading">
                {contactContent.socialTitle}
              </h2>
              <SocialLinks missing={contactContent.socialMissing} />
            </section>
          </div>
        </div>
      </Section>

      <Section ground="sunken" width="narrow" className="text-center" aria-labelledby="mission">
        <h2 id="mission" className="text-subheading text-clay-700">
          {contactContent.missionTitle}
        </h2>
        <p className="mt-4 font-display text-heading text-forest-900">{organisation.mission}</p>
      </Section>
    </>
  )
}
