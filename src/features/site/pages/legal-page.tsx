import { paths } from '@/shared/config/paths'
import { Section } from '@/shared/ui/container'
import { AsOf } from '../components/as-of'
import { PageHeader } from '../components/page-header'
import { privacyContent, termsContent } from '../content/legal'

const idOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, '-')

/** "A message: 24 months" is two cells. */
function inTwo(point: string): [what: string, period: string] {
  const [what = '', ...rest] = point.split(': ')
  const period = rest.join(': ')
  return [what, period.charAt(0).toUpperCase() + period.slice(1)]
}

/** Privacy policy and terms. */
export function LegalPage({ path }: { path: string }) {
  const content = path === paths.privacy ? privacyContent : termsContent
  const { version, sections } = content
  return (
    <>
      <PageHeader content={content} path={path} />
      <Section width="narrow">
        <p className="text-ink-soft">
          <AsOf day={version} />
        </p>
        <nav aria-label="On this page" className="mt-6 border-y border-line-strong py-3">
          <ul className="gap-x-10">
            {sections.map(({ title }) => (
              <li key={title} className="flex min-h-8 items-center break-inside-avoid">
                <a href={`#${idOf(title)}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        {sections.map(({ title, paragraphs, points = [], isTable }) => (
          <section key={title} aria-labelledby={idOf(title)}>
            <h2 id={idOf(title)} className="mt-12 text-heading">
              {title}
            </h2>
            {paragraphs.map((text) => (
              <p key={text} className="mt-4">
                {text}
              </p>
            ))}
            {isTable && (
              <table className="mt-4 w-full border-b border-line-strong text-start">
                <thead className="sr-only">
                  <tr>
                    <th scope="col">What</th>
                    <th scope="col">How long</th>
                  </tr>
                </thead>
                <tbody>
                  {points.map(inTwo).map(([what, period]) => (
                    <tr
                      key={what}
                      className="border-t border-line-strong max-md:grid max-md:py-3 md:align-baseline"
                    >
                      <th scope="row" className="text-start font-semibold md:py-5 md:pe-8 lg:w-64">
                        {what}
                      </th>
                      <td className="md:py-5">{period}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {!isTable && points.length > 0 && (
              <ul className="mt-4 list-disc space-y-3 ps-6 marker:text-clay-600">
                {points.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </Section>
    </>
  )
}
