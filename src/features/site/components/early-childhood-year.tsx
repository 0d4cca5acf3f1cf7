import { Section } from '@/shared/ui/container'
import { program } from '../content/program-details/early-childhood'
import { Fold } from './fold'

const [morning, classes] = program.fullDescription.split('\n\n')

/** The school year, and what else there is to know of the program. */
export function EarlyChildhoodYear() {
  return (
    <Section className="py-9 sm:py-band" aria-labelledby="timeline">
      <div className="grid items-start gap-x-20 gap-y-8 lg:grid-cols-2">
        <div>
          <h2 id="timeline">Timeline</h2>
          <p className="mt-4 max-w-measure text-ink-soft sm:text-lg">{program.timeline}</p>
        </div>
        <div className="border-t border-line-strong">
          <Fold title="How a morning goes">
            <p>{morning}</p>
            <p className="mt-2">{classes}</p>
          </Fold>
          <Fold title="Benefits">
            <Points points={program.benefits} />
          </Fold>
          <Fold title="Why it matters">
            <p>{program.whyImportant}</p>
          </Fold>
          <Fold title="Lasting changes">
            <Points points={program.longTermBenefits} />
          </Fold>
        </div>
      </div>
    </Section>
  )
}

function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-2 ps-5 marker:text-clay-500">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}
