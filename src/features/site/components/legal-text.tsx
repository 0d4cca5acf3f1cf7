import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'
import { Section } from '@/shared/ui/container'
import { AsOf } from './as-of'
import { privacyContent, termsContent } from '../content/legal'

const idOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, '-')

/** "A message: 24 months" is two cells. */
function inTwo(point: string): [what: string, period: string] {
  const [what = '', ...rest] = point.split(': ')
  const period = rest.join(': ')
  return [what, period.charAt(0).toUpperCase() + period.slice(1)]
}

/** A paragraph whose email address is a link. */
function Linked({ text }: { text: string }) {
  const [before, after] = text.split(organisation.email)
  if (after === undefined) return before
  return (
    <>
      {before}
      <a href={mailLink(organisation.email)}>{organisation.email}</a>
      {after}
    </>
  )
}

/** The text of privacy policy or terms. */
export function LegalText({ path }: { path: string }) {
  const content = path === paths.privacy ? privacyContent : termsContent
  const { summary, version, sections } = content
  return (
    <>
      {summary && (
        <Section ground="sunken" className="py-9" aria-labelledby="in-short">
          <h2 id="in-short" className="text-subheading">
            {summary.title}
          </h2>
          <ol className="mt-3 divide-y divide-line-strong/40">
            {summary.lines.map((line) => (
              <li key={line} className="py-2 sm:text-lg">
                {line}
              </li>
            ))}
          </ol>
        </Section>
      )}
      <Section>
        <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[1fr_2.5fr]">
          <div className="self-start lg:sticky lg:top-28">
            <p className="text-ink-soft">
              <AsOf day={version} />
            </p>
            <nav aria-label="On this page" className="mt-6 border-y border-line-strong py-3">
              <ul>
                {sections.map(({ title }) => (
                  <li key={title}>
                    <a
                      href={`#${idOf(title)}`}
                      className="flex min-h-11 items-center font-semibold text-forest-700 hover:underline"
                    >
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
          <div className="grid gap-14">
            {sections.map(({ title, paragraphs, points = [], isTable }) => (
              <section key={title} aria-labelledby={idOf(title)}>
                <h2 id={idOf(title)}>{title}</h2>
                {paragraphs.map((text) => (
                  <p key={text} className="mt-4 max-w-measure">
                    <Linked text={text} />
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
                          <th
                            scope="row"
                            className="text-start font-semibold md:py-5 md:pe-8 lg:w-64"
                          >
                            {what}
                          </th>
                          <td className="md:py-5">{period}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                )}
                {!isTable && points.length > 0 && (
                  <ul className="mt-4 max-w-measure list-disc space-y-3 ps-6 marker:text-clay-600">
                    {points.map((text) => (
                      <li key={text}>{text}</li>
                    ))}
                  </ul>
                )}
              </section>
            ))}
          </div>
        </div>
      </Section>
    </>
  )
}
