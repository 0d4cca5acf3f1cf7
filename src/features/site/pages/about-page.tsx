import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { Badge } from '@/shared/ui/badge'
import { buttonClass } from '@/shared/ui/button'
import { Card } from '@/shared/ui/card'
import { Section } from '@/shared/ui/container'
import { staticPart } from '@/shared/ui/static-part'
import { CallToAction } from '../components/call-to-action'
import { PageHeader } from '../components/page-header'
import { Picture } from '../components/picture'
import { ProgressBar } from '../components/progress-bar'
import { aboutContent } from '../content/about'

const FigureTable = staticPart(() => import('../components/figure-table'))

const { mission, vision, progress, values, flagship, next, invitation } = aboutContent

export function AboutPage() {
  return (
    <>
      <PageHeader content={aboutContent} path={paths.about} />

      <Section aria-labelledby="mission">
        <div className="grid gap-x-20 gap-y-14 lg:grid-cols-[3fr_2fr]">
          <div>
            <h2 id="mission" className="text-subheading text-clay-700">
              {mission.title}
            </h2>
            <p className="mt-4 font-display text-heading text-forest-900">{mission.statement}</p>
            <p className="mt-6 max-w-measure text-lg text-ink-soft">{mission.text}</p>
          </div>
          <div className="lg:border-s lg:border-line lg:ps-12">
            <h2 className="text-subheading text-clay-700">{vision.title}</h2>
            <p className="mt-4 max-w-measure text-lg text-ink">{vision.statement}</p>
          </div>
        </div>
      </Section>

      <Section ground="sunken" aria-labelledby="progress">
        <div className="grid gap-x-20 gap-y-10 lg:grid-cols-[2fr_3fr]">
          <div>
            <h2 id="progress">{progress.title}</h2>
            <p className="mt-4 max-w-[44ch] text-lg text-ink-soft">{progress.text}</p>
          </div>
          <div className="grid content-center gap-8">
            {progress.bars.map(({ id, ...bar }) => (
              <ProgressBar key={id} figure={id} {...bar} />
            ))}
          </div>
        </div>
      </Section>

      <Section aria-labelledby="values">
        <h2 id="values">{aboutContent.valuesTitle}</h2>
        <ol className="mt-6 border-b sm:mt-10 border-line-strong">
          {values.map(({ title, text }) => (
            <li
              key={title}
              className="grid gap-x-16 gap-y-2 border-t border-line-strong py-5 sm:py-8 md:grid-cols-[1fr_2fr]"
            >
              <h3 className="text-heading">{title}</h3>
              <p className="max-w-measure text-ink-soft sm:text-lg">{text}</p>
            </li>
          ))}
        </ol>
      </Section>

      <Section ground="raised" aria-labelledby="flagship">
        <Card as="article" className="bg-paper lg:grid lg:grid-cols-2">
          <Picture picture={flagship.image} className="lg:h-full" />
          <div className="p-6 sm:p-10">
            <Badge tone="forest">{flagship.status}</Badge>
            <h2 id="flagship" className="mt-4">
              {flagship.title}
            </h2>
            <p className="mt-4 text-lg text-ink-soft">{flagship.text}</p>
            <dl className="mt-8 divide-y divide-line border-y border-line">
              {flagship.facts.map(({ label, value }) => (
                <div key={label} className="flex flex-wrap justify-between gap-x-6 py-3">
                  <dt className="text-ink-soft">{label}</dt>
                  <dd className="font-semibold">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        </Card>
        <h2 id="next" className="mt-14 sm:mt-20">
          {next.title}
        </h2>
        <ul aria-labelledby="next" className="mt-6 grid gap-x-12 gap-y-6 sm:mt-8 md:grid-cols-3">
          {next.items.map(({ title, text }) => (
            <li key={title} className="border-t-2 border-dashed border-clay-300 pt-4 sm:pt-6">
              <Badge>{next.status}</Badge>
              <h3 className="mt-2 sm:mt-4">{title}</h3>
              <p className="mt-2 text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </Section>

      <FigureTable />

      <CallToAction title={invitation.title} text={invitation.text}>
        <Link className={buttonClass({ size: 'lg' })} to={paths.getInvolved}>
          {invitation.involved}
        </Link>
        <Link className={buttonClass({ variant: 'outline', size: 'lg' })} to={paths.programs}>
          {invitation.programs}
        </Link>
      </CallToAction>
    </>
  )
}
