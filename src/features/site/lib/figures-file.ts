import { env } from '@/shared/config/env'
import { organisation } from '@/shared/data/organisation'
import { csvLines } from '@/shared/lib/csv'
import { formatDollars } from '@/shared/lib/format-dollars'
import { academyPrograms, grades } from '../content/academy'
import { accounts, spending } from '../content/accounts'
import { publicFigures } from '../content/figures'
import type { Program } from '../content/program'
import { programs } from '../content/programs'
import { loadProgram } from './load-program'
import { formatCount, success } from './program-figures'
import { programPath } from './program-path'

interface Figure {
  of: string
  value: string
  counts: string
  source: { name: string; to?: string }
}

const heads = ['Of', 'Figure', 'What it counts', 'Source', 'Where to find it', 'As of']

/** Every figure of the site with its source, for spreadsheets. */
export async function figuresCsv(): Promise<string> {
  const details = await Promise.all(programs.map(({ id }) => loadProgram(id)!))
  const { rows, told, asOf } = publicFigures
  const figures: Figure[] = [
    ...[...Object.values(rows), ...told].map((figure) => ({ of: organisation.name, ...figure })),
    ...spent(),
    ...details.flatMap(figuresOf),
    ...[...academyPrograms, { title: 'Grades 1 to 4', ...grades }].map((course) =>
      placesOf(course, { name: 'Class registers' }),
    ),
  ]
  const lines = figures.map(({ of, value, counts, source: { name, to } }) => [
    of,
    value,
    counts,
    name,
    to === undefined ? `Ask ${organisation.email}` : env.siteUrl + to,
    asOf,
  ])
  // The byte order mark tells spreadsheets that it is UTF-8.
  return `\uFEFF${csvLines([heads, ...lines])}`
}

const books = { name: 'Annual accounts' }

function spent(): Figure[] {
  return spending.rows.flatMap(({ purpose: of, spent: value, perPlace }) => [
    { of, value, counts: `Spent in the year to ${accounts.asOf}.`, source: books },
    ...(perPlace
      ? [{ of, value: perPlace, counts: 'Of that, for each place taken.', source: books }]
      : []),
  ])
}

function figuresOf(program: Program): Figure[] {
  const { title, cost, communityImpact, successMetrics } = program
  const source = { name: 'Register and budget of the program', to: programPath(program.id) }
  const { indirectBeneficiaries, indirectMeans, localSpending, jobsCreated } = communityImpact
  const told: readonly (readonly [value: string, counts: string])[] = [
    [formatDollars(cost.total), 'Full budget, with every place taken.'],
    [formatDollars(cost.subsidized), `Of the budget, what ${cost.funding} pay for.`],
    [formatDollars(cost.perParticipant), 'Cost of a place.'],
    [formatDollars(cost.participantPays), `Of it, what a participant pays ${program.per}.`],
    [formatCount(indirectBeneficiaries), `An estimate: ${indirectMeans}.`],
    [formatDollars(localSpending), 'Of the full budget, spent nearby.'],
    ...(jobsCreated > 0 ? [[formatCount(jobsCreated), 'Paid jobs in it.'] as const] : []),
    ...successMetrics.map((metric) => {
      const { current, target } = success(metric)
      return [current, `${metric.metric}; the goal is ${target}.`] as const
    }),
  ]
  return [
    placesOf(program, source),
    ...told.map(([value, counts]) => ({ of: title, value, counts, source })),
  ]
}

function placesOf(
  {
    title,
    participants,
    maxParticipants,
  }: Pick<Program, 'title' | 'participants' | 'maxParticipants'>,
  source: Figure['source'],
): Figure {
  const counts = `Places taken, of ${formatCount(maxParticipants)}.`
  return { of: title, value: formatCount(participants), counts, source }
}
