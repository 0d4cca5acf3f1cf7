import { formatDollars } from '@/shared/lib/format-dollars'
import type { ProgramFacts } from '../content/program'
import { costPerJob, formatCount, formatShare, returnOnInvestment } from '../lib/program-figures'

/**
 * The impact of a program on its community. Without paid jobs it does not mention any.
 */
export function ProgramImpact({ program }: { program: ProgramFacts }) {
  const { directBeneficiaries, indirectBeneficiaries, indirectMeans, jobsCreated, localSpending } =
    program.communityImpact
  const perJob = costPerJob(program)
  const figures = [
    { value: formatCount(directBeneficiaries), label: 'people enrolled' },
    { value: formatCount(indirectBeneficiaries), label: indirectMeans },
    { value: formatDollars(localSpending), label: 'of the full budget, spent nearby' },
  ]
  const derived = [
    {
      label: 'ROI',
      value: formatShare(returnOnInvestment(program)),
      text: 'Local return on investment: spending nearby, divided by the budget.',
    },
  ]
  if (perJob !== null) {
    figures.push({ value: formatCount(jobsCreated), label: 'paid jobs in it' })
    derived.push({
      label: 'Cost per job',
      value: formatDollars(Math.round(perJob)),
      text: 'The full budget divided by these jobs.',
    })
  }
  return (
    <>
      <h2 id="impact">Impact on the community</h2>
      <dl className="mt-5 grid gap-5 xs:grid-cols-[repeat(2,minmax(min-content,1fr))] text-paper-raised sm:mt-10 sm:gap-x-6 sm:gap-y-8 md:grid-cols-none md:auto-cols-[minmax(min-content,1fr)] md:grid-flow-col lg:gap-x-10">
        {figures.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="sm:text-lg">{label}</dt>
            <dd className="font-display text-heading whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
      <dl className="mt-5 grid gap-x-14 border-t border-forest-500 sm:mt-12 sm:grid-cols-2">
        {derived.map(({ label, value, text }) => (
          <div
            key={label}
            className="grid content-start gap-x-6 pt-4 xs:grid-cols-[1fr_auto] sm:pt-6"
          >
            <dt className="text-lg font-semibold text-paper-raised">{label}</dt>
            <dd className="font-display text-heading whitespace-nowrap text-marigold-300 sm:row-span-2">
              {value}
            </dd>
            <dd className="xs:max-sm:col-span-2 max-sm:text-sm">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
