import { paths } from '@/shared/config/paths'
import { Section } from '@/shared/ui/container'
import { AsOf } from '../components/as-of'
import { PageHeader } from '../components/page-header'
import { privacyContent, termsContent } from '../content/legal'

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
        {sections.map(({ title, paragraphs, points }) => (
          <section key={title} aria-label={title}>
            <h2 className="mt-12 text-heading">{title}</h2>
            {paragraphs.map((text) => (
              <p key={text} className="mt-4">
                {text}
              </p>
            ))}
            {points && (
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
