import { Section } from '@/shared/ui/container'
import type { ProgramFacts } from '../content/program'
import { ProgramCosts } from './program-costs'
import { ProgramImpact } from './program-impact'
import { ProgramVoice } from './program-voice'
import { SuccessBars } from './success-bar'

/** A program's results, costs and benefits for its community. */
export function ProgramRecord({ program }: { program: ProgramFacts }) {
  return (
    <>
      <Section className="py-9 sm:py-band" aria-labelledby="results">
        <div className="grid items-start gap-x-20 gap-y-6 lg:grid-cols-2">
          <div>
            <h2 id="results">How far we have come</h2>
            <SuccessBars program={program} />
          </div>
          <ProgramVoice program={program} />
        </div>
      </Section>
      <Section ground="raised" className="py-9 sm:py-band" aria-labelledby="costs">
        <ProgramCosts program={program} />
      </Section>
      <Section ground="forest" className="py-9 sm:py-band" aria-labelledby="impact">
        <ProgramImpact program={program} />
      </Section>
    </>
  )
}
