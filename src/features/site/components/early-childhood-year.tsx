import { program } from '../content/program-details/early-childhood'
import { Fold } from './fold'

const parts = [
  { title: 'Benefits', points: program.benefits },
  { title: 'Lasting changes', points: program.longTermBenefits },
]

/** The school year, and more about the program. */
export function EarlyChildhoodYear() {
  return (
    <div className="mt-6 border-t border-line-strong sm:mt-12">
      <Fold title="Timeline">
        <p className="max-w-measure">{program.timeline}</p>
      </Fold>
      <Fold title="More about the classes">
        <div className="grid gap-5 md:grid-cols-2 md:gap-x-14">
          <div>
            {program.fullDescription.split('\n\n').map((paragraph) => (
              <p key={paragraph} className="mb-3">
                {paragraph}
              </p>
            ))}
            <p>{program.whyImportant}</p>
          </div>
          <div className="grid content-start gap-5">
            {parts.map(({ title, points }) => (
              <div key={title}>
                <h3>{title}</h3>
                <ul className="mt-2 grid list-disc gap-2 ps-5 marker:text-clay-500">
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </div>
      </Fold>
    </div>
  )
}
