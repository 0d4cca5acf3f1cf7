import { Link } from 'react-router-dom'
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'
import { Section } from '@/shared/ui/container'
import { spending } from '../content/accounts'
import { publicFigures, type FigureId } from '../content/figures'
import { AsOf } from './as-of'
import { figureRow } from './figure-link'
import { Fold } from './fold'

/** A page, or an email asking for it. */
function SourceLink({ source }: { source: { name: string; to?: string } }) {
  return source.to ? (
    <Link to={source.to}>{source.name}</Link>
  ) : (
    <a href={mailLink(organisation.email, `Source: ${source.name}`)}>{source.name}</a>
  )
}

/** Every figure of the site and its source, a year's accounts, and what did not work. */
export function FigureTable() {
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
              className="scroll-mt-24 border-t border-line-strong target:bg-marigold-100 max-md:grid xs:max-md:grid-cols-[1fr_auto] max-md:items-baseline max-md:gap-x-4 max-md:py-3 md:align-baseline"
            >
              <th
                scope="row"
                className="text-start font-display text-heading whitespace-nowrap text-forest-700 md:py-5"
              >
                {value}
              </th>
              <td className="xs:max-md:col-span-2 max-md:text-sm md:py-5 md:pe-8 lg:pe-12">
                {counts}
              </td>
              <td className="text-sm text-ink-soft xs:max-md:col-start-2 xs:max-md:row-start-1 md:py-5">
                <SourceLink source={source} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Fold title={publicFigures.toldTitle}>
        <dl className="mt-2 grid gap-x-12 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
          {publicFigures.told.map(({ value, counts, source }) => (
            <div key={counts} className="grid items-baseline gap-x-4 xs:grid-cols-[5rem_1fr]">
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
      <Spending />
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

/** With large letters the figures move below their purpose. */
const rowOnPhone = 'max-xs:flex max-xs:flex-wrap max-xs:justify-between'

function Spending() {
  const { title, heads, rows } = spending
  return (
    <>
      <h3 id="spent" className="mt-14 text-heading">
        {title}
      </h3>
      <table className="mt-6 w-full max-w-narrow border-b border-line-strong text-start max-sm:text-sm">
        <thead>
          <tr className={`text-sm text-ink-soft ${rowOnPhone}`}>
            <th scope="col" className="pb-3 text-start max-xs:w-full">
              {heads.purpose}
            </th>
            <th scope="col" className="pb-3 ps-3 text-end">
              {heads.spent}
            </th>
            <th scope="col" className="pb-3 ps-3 text-end">
              {heads.places}
            </th>
            <th scope="col" className="pb-3 ps-3 text-end">
              {heads.perPlace}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ purpose, spent, places, perPlace }) => (
            <tr key={purpose} className={`border-t border-line-strong ${rowOnPhone}`}>
              <th scope="row" className="py-2 text-start font-semibold max-xs:w-full">
                {purpose}
              </th>
              <td className="py-2 ps-3 text-end">{spent}</td>
              <td className="py-2 ps-3 text-end">{places}</td>
              <td className="py-2 ps-3 text-end">{perPlace}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
