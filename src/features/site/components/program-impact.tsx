import { formatDollars } from '@/shared/lib/format-dollars'
import type { Program } from '../content/programs'
import { costPerJob, formatCount, formatShare, returnOnInvestment } from '../lib/program-figures'
import { ImpactFigures } from './impact-figures'

/** What a program does for the place around it. */
export function ProgramImpact({ program }: { program: Program }) {
  const { directBeneficiaries, indirectBeneficiaries, jobsCreated, localSpending } =
    program.communityImpact
  const perJob = costPerJob(program)
  const derived = [
    {
      label: 'ROI',
      value: formatShare(returnOnInvestment(program)),
      text: 'Local spending compared with the total cost',
    },
    {
      label: 'Cost per job',
      value: perJob === null ? 'n/a' : formatDollars(Math.round(perJob)),
      text:
        perJob === null
          ? 'It runs on volunteers and creates no paid jobs'
          : 'Total cost for each paid job it creates',
    },
  ]
  return (
    <>
      <h2 id="impact">What it does for the community</h2>
      <ImpactFigures
        className="mt-10 text-paper-raised"
        figures={[
          { value: formatCount(directBeneficiaries), label: 'people directly' },
          { value: formatCount(indirectBeneficiaries), label: 'people around them' },
          { value: formatCount(jobsCreated), label: 'jobs created' },
          { value: formatDollars(localSpending), label: 'spent locally' },
        ]}
      />
      <dl className="mt-12 grid gap-x-14 border-t border-forest-500 sm:grid-cols-2">
        {derived.map(({ label, value, text }) => (
          <div key={label} className="grid grid-cols-[1fr_auto] gap-x-6 pt-6">
            <dt className="text-lg font-semibold text-paper-raised">{label}</dt>
            <dd className="row-span-2 font-display text-3xl text-marigold-300">{value}</dd>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
