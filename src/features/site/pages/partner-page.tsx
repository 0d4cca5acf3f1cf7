import Check from 'lucide-react/icons/check'
import { env } from '@/shared/config/env'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '@/shared/ui/card'
import { Section } from '@/shared/ui/container'
import { CallToAction } from '../components/call-to-action'
import { ExternalLink } from '../components/external-link'
import { Figures } from '../components/figures'
import { FormSection } from '../components/form-section'
import { IllustratedHeader } from '../components/illustrated-header'
import { PageMeta } from '../components/page-meta'
import { Picture } from '../components/picture'
import { Questions } from '../components/questions'
import { ScrollRow } from '../components/scroll-row'
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'
import { partnerContent } from '../content/partner'
import type { LazyForm } from '../lib/lazy-form'

const { title, impact, types, proposal, stories, invitation } = partnerContent
const { reader } = proposal

/** `form` is the proposal form, which belongs to another feature. */
export function PartnerPage({ form }: { form: LazyForm }) {
  return (
    <>
      <PageMeta title={title} description={partnerContent.description} path={paths.partner} />
      <IllustratedHeader title={title} lead={partnerContent.lead} image={partnerContent.image}>
        <a className={buttonClass({ size: 'lg' })} href="#proposal">
          {partnerContent.action}
        </a>
      </IllustratedHeader>

      <Section ground="sunken" className="py-9 sm:py-16" aria-labelledby="impact">
        <div className="grid items-center gap-x-16 gap-y-6 lg:grid-cols-[2fr_3fr]">
          <div>
            <h2 id="impact">{impact.title}</h2>
            <p className="mt-3 max-w-[48ch] text-ink-soft">{impact.text}</p>
          </div>
          <Figures
            figures={impact.figures}
            className="text-forest-700 xs:max-sm:grid-cols-3 max-sm:gap-x-3"
          />
        </div>
      </Section>

      <Types />

      <Section ground="sunken" className="py-9 sm:py-band" aria-labelledby="stories">
        <h2 id="stories">{partnerContent.storiesTitle}</h2>
        <div className="mt-6 sm:mt-10">
          <ScrollRow
            label={partnerContent.storiesTitle}
            className="max-sm:auto-cols-[min(18.5rem,84vw)] lg:grid-cols-3"
          >
            {stories.map((story) => (
              <Card
                as="li"
                key={story.name}
                className="overflow-hidden xs:max-lg:grid xs:max-lg:grid-cols-[--spacing(18)_1fr] max-lg:grid-rows-[auto_1fr]"
              >
                <Picture
                  picture={story.image}
                  className="max-lg:ms-card max-lg:mt-card max-lg:size-18 max-lg:rounded-card lg:aspect-3/2"
                />
                <CardHeader className="xs:max-lg:pt-card">
                  <p className="text-sm font-semibold text-clay-700">{story.kind}</p>
                  <CardTitle>{story.name}</CardTitle>
                </CardHeader>
                <CardContent className="col-span-full flex flex-1 flex-col gap-6">
                  <p className="max-w-measure flex-1 text-ink-soft">{story.text}</p>
                  <p className="border-t border-line pt-4 font-semibold text-forest-700">
                    {story.result}
                  </p>
                </CardContent>
              </Card>
            ))}
          </ScrollRow>
        </div>
      </Section>

      <Section className="py-9 sm:py-16">
        <Questions content={partnerContent.questions} />
      </Section>

      <FormSection
        id="proposal"
        content={proposal}
        subject={proposal.title}
        form={form}
        className="py-9 sm:py-band"
      >
        <figure className="grid grid-cols-[--spacing(20)_1fr] items-center gap-x-5 gap-y-2 lg:grid-cols-1 lg:gap-y-5">
          <Picture picture={reader.image} className="max-w-48 rounded-t-full max-lg:row-span-2" />
          <blockquote className="text-forest-900 max-lg:col-start-2 sm:font-display sm:text-subheading">
            <p>“{proposal.readerText}”</p>
          </blockquote>
          <figcaption className="max-lg:col-start-2">
            <span className="block font-semibold">{reader.name}</span>
            <span className="block text-sm text-ink-soft">{reader.title}</span>
          </figcaption>
        </figure>
      </FormSection>

      <CallToAction title={invitation.title} text={invitation.text}>
        <a
          className={buttonClass({ variant: 'primary', size: 'lg' })}
          href={mailLink(organisation.email, proposal.title)}
        >
          {invitation.email}
        </a>
        {env.schedulingUrl ? (
          <ExternalLink
            className={buttonClass({ variant: 'outline', size: 'lg' })}
            href={env.schedulingUrl}
          >
            {invitation.schedule}
          </ExternalLink>
        ) : (
          <>
            <a
              className={buttonClass({ variant: 'outline', size: 'lg' })}
              href={mailLink(organisation.email, invitation.schedule)}
            >
              {invitation.schedule}
            </a>
            <p className="basis-full">{invitation.byMail}</p>
          </>
        )}
      </CallToAction>
    </>
  )
}

function Types() {
  return (
    <Section className="py-9 sm:py-band" aria-labelledby="types">
      <h2 id="types">{partnerContent.typesTitle}</h2>
      <div className="mt-6 sm:mt-10">
        <ScrollRow
          label={partnerContent.typesTitle}
          className="max-sm:auto-cols-[min(18.5rem,84vw)] lg:grid-cols-2"
        >
          {types.map((type) => (
            <Card as="li" key={type.title}>
              <CardHeader>
                <CardTitle>{type.title}</CardTitle>
                <p className="text-ink-soft">{type.text}</p>
              </CardHeader>
              <CardContent className="grid flex-1 content-start gap-x-8 gap-y-6 sm:grid-cols-[3fr_2fr]">
                <div>
                  <h4 className="text-base">{partnerContent.benefitsLabel}</h4>
                  <ul className="mt-2 grid gap-2">
                    {type.benefits.map((benefit) => (
                      <li key={benefit} className="flex gap-2">
                        <Check
                          aria-hidden="true"
                          className="mt-1 size-5 shrink-0 text-forest-600"
                        />
                        {benefit}
                      </li>
                    ))}
                  </ul>
                </div>
                <div>
                  <h4 className="text-base">{partnerContent.examplesLabel}</h4>
                  <ul className="mt-2 grid gap-2 text-ink-soft">
                    {type.examples.map((example) => (
                      <li key={example}>{example}</li>
                    ))}
                  </ul>
                </div>
              </CardContent>
            </Card>
          ))}
        </ScrollRow>
      </div>
    </Section>
  )
}
