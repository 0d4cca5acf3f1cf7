import { Fragment, useRef } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Card, CardContent, CardTitle } from '@/shared/ui/card'
import { Section } from '@/shared/ui/container'
import { CallToAction } from '../components/call-to-action'
import { IllustratedHeader } from '../components/illustrated-header'
import { PageMeta } from '../components/page-meta'
import { UnitChart } from '../components/unit-chart'
import { useRunningNumber } from '../components/use-running-number'
import { founderContent } from '../content/founder'

const { name, title, image, highlights, classroom, sections, closing } = founderContent

export function FounderPage() {
  return (
    <>
      <PageMeta
        title={`${name}, Founder`}
        description={founderContent.description}
        path={paths.founder}
      />
      <IllustratedHeader
        title={name}
        subtitle={title}
        lead={founderContent.lead}
        leadClass="font-display text-subheading text-paper-raised"
        image={image}
      />

      <Section ground="sunken" className="py-12 sm:py-16" aria-label="Highlights">
        <ul className="grid gap-5 md:grid-cols-3">
          {highlights.map((highlight) => (
            <Card as="li" key={highlight.title}>
              <CardContent>
                <CardTitle as="h2">{highlight.title}</CardTitle>
                <p className="mt-1 text-ink-soft">{highlight.text}</p>
              </CardContent>
            </Card>
          ))}
        </ul>
      </Section>

      <Section className="pb-0" aria-label="About the founder">
        <div className="grid gap-x-20 lg:grid-cols-[1fr_2.5fr]">
          <nav aria-label="On this page" className="hidden lg:block">
            <ul className="sticky top-28 border-s border-line ps-6">
              {sections.map((section) => (
                <li key={section.id}>
                  <a
                    href={`#${section.id}`}
                    className="flex min-h-11 items-center font-semibold text-forest-700 hover:underline"
                  >
                    {section.title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="grid gap-14">
            {sections.map((section) => (
              <article key={section.id} aria-labelledby={section.id}>
                <h2 id={section.id}>{section.title}</h2>
                {section.paragraphs.map((paragraph, index) => (
                  <Fragment key={paragraph}>
                    <p className="mt-4 max-w-measure text-lg text-ink-soft">{paragraph}</p>
                    {section.id === 'leadership-journey' && index === 0 && <Classroom />}
                  </Fragment>
                ))}
              </article>
            ))}
          </div>
        </div>
      </Section>

      <CallToAction title={closing.title} text={closing.text}>
        <Link className={buttonClass({ size: 'lg' })} to={paths.getInvolved}>
          {closing.involved}
        </Link>
        <Link className={buttonClass({ variant: 'outline', size: 'lg' })} to={paths.leadership}>
          {closing.team}
        </Link>
      </CallToAction>
    </>
  )
}

/** The chairs of her first class, filled one by one. */
function Classroom() {
  const { pupils, chairs, caption, alt } = classroom
  const chart = useRef<SVGSVGElement>(null)
  const running = useRunningNumber(chart, chairs)
  return (
    <figure className="mt-6 mb-8 rounded-panel bg-paper-sunken p-5 sm:p-10">
      <UnitChart
        ref={chart}
        unit="chair"
        total={pupils}
        filled={Math.round(running ?? chairs)}
        columns={13}
        label={alt}
      />
      <figcaption className="mt-4 text-ink-soft">{caption}</figcaption>
    </figure>
  )
}
