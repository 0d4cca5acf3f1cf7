import { Section } from '@/shared/ui/container'
import { parentsContent } from '../content/parents'
import { Questions } from './questions'

const { waysTitle, ways, questions } = parentsContent

/** The ways to apply, and what parents ask first. */
export function BeforeApplying() {
  return (
    <Section ground="sunken" className="py-10 sm:py-14" aria-labelledby="which">
      <h2 id="which" className="text-subheading">
        {waysTitle}
      </h2>
      <dl className="mt-4 grid gap-x-10 gap-y-4 sm:grid-cols-3">
        {ways.map(({ term, text }) => (
          <div key={term} className="border-t-2 border-clay-300 pt-3">
            <dt className="font-semibold">{term}</dt>
            <dd className="text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-10">
        <Questions content={questions} />
      </div>
    </Section>
  )
}
