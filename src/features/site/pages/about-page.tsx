import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'
import { Badge } from '@/shared/ui/badge'
import { buttonClass } from '@/shared/ui/button'
import { Card } from '@/shared/ui/card'
import { Section } from '@/shared/ui/container'
import { AsOf } from '../components/as-of'
import { CallToAction } from '../components/call-to-action'
import { figureRow } from '../components/figure-link'
import { Fold } from '../components/fold'
import { PageHeader } from '../components/page-header'
import { Picture } from '../components/picture'
import { ProgressBar } from '../components/progress-bar'
import { aboutContent } from '../content/about'
import { publicFigures, type FigureId } from '../content/figures'

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

/** A page, or an email that asks for it. */
function SourceLink({ source }: { source: { name: string; to?: string } }) {
  return source.to ? (
    <Link to={source.to}>{source.name}</Link>
  ) : (
    <a href={mailLink(organisation.email, `Source: ${source.name}`)}>{source.name}</a>
  )
}

function FigureTable() {
  const { heads, rows, asOf } = publicFigures
  return (
    <Section id="figures" ground="sunken" aria-labelledby="figures-title">
      <h2 id="figures-title">{publicFigures.title}</h2>
      <p className="mt-4 max-w-measure text-lg text-ink-soft">
        {publicFigures.text} <AsOf day={asOf} />.
      </p>
      <table className="mt-10 w-full border-b border-line-strong text-start">
        <thead className="max-md:sr-only">
          <tr className="text-sm text-ink-soft">
            <th scope="col" className="w-32 pb-3 text-start lg:w-44">
              {heads.value}
            </th>
            <th scope="col" className="pb-3 text-start">
              {heads.counts}
            </th>
            <th scope="col" className="w-44 pb-3 text-start lg:w-64">
              {heads.source}
            </th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(rows).map(([id, { value, counts, source }]) => (
            <tr
              key={id}
              id={figureRow(id as FigureId)}
              className="scroll-mt-24 border-t border-line-strong target:bg-marigold-100 max-md:grid max-md:grid-cols-[1fr_auto] max-md:items-baseline max-md:gap-x-4 max-md:py-3 md:align-baseline"
            >
              <th
                scope="row"
                className="text-start font-display text-heading whitespace-nowrap text-forest-700 md:py-5"
              >
                {value}
              </th>
              <td className="max-md:col-span-2 max-md:text-sm md:py-5 md:pe-8 lg:pe-12">
                {counts}
              </td>
              <td className="text-sm text-ink-soft max-md:col-start-2 max-md:row-start-1 md:py-5">
                <SourceLink source={source} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Fold title={publicFigures.toldTitle}>
        <dl className="mt-2 grid gap-x-12 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
          {publicFigures.told.map(({ value, counts, source }) => (
            <div key={counts} className="grid grid-cols-[5rem_1fr] items-baseline gap-x-4">
              <dt className="font-display text-subheading text-forest-700">{value}</dt>
              <dd>
                {counts}{' '}
                <span className="block text-sm text-ink-soft">
                  <SourceLink source={source} />
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </Fold>
      <ul className="mt-6 max-w-measure list-disc space-y-3 ps-6 text-ink-soft marker:text-clay-600">
        {publicFigures.rest.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <h3 id="missed" className="mt-14 text-heading">
        {publicFigures.missedTitle}
      </h3>
      <ul aria-labelledby="missed" className="mt-6 grid gap-5 md:grid-cols-3 md:gap-8">
        {publicFigures.missed.map((text) => (
          <li key={text} className="border-t-2 border-clay-300 pt-4">
            {text}
          </li>
        ))}
      </ul>
    </Section>
  )
}
