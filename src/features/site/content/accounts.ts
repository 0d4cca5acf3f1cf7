// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { formatDollars } from '@/shared/lib/format-dollars'
import type { ProgramId } from './program-titles'
import { programs } from './programs'

/** For the taken places, at full price: the part that participants do not pay. */
interface Payers {
  gifts: number
  /** Staff and rooms, by agreement */
  partners?: number
  /** The capital of buildings, which rents repay */
  investors?: number
}

/** The annual accounts, in US dollars. */
export const accounts = {
  /** The end of the last year */
  asOf: '2026-09-30',
  /** Gifts and grants, less refunds, by the year that ends in September */
  raised: { 'to 2024': 85_000, 2025: 500_000, 2026: 615_000 },
  /** The spending of the last year, from gifts, grants and participants' payments */
  spent: {
    programs: {
      'early-childhood': 318_750,
      'parent-engagement': 97_500,
      'community-partnerships': 36_015,
      'teacher-training': 73_500,
      'bawg-workshops': 12_000,
      'real-estate-investment': 296_637,
      'uca-partnerships': 58_500,
    } satisfies Record<ProgramId, number>,
    /** The academy's places that are free of charge */
    courses: 22_298,
    office: 83_200,
    fundraising: 41_600,
  },
  paidBy: {
    'early-childhood': { gifts: 286_875 },
    'parent-engagement': { gifts: 87_750 },
    'community-partnerships': { gifts: 24_000, partners: 84_000 },
    'teacher-training': { gifts: 54_800, partners: 113_500 },
    'bawg-workshops': { gifts: 9600 },
    'real-estate-investment': { gifts: 0, investors: 1_186_726 },
    'uca-partnerships': { gifts: 0, partners: 526_500 },
  } as Readonly<Record<ProgramId, Payers>>,
  /** The return on buildings, in percent a year */
  returns: { 2025: 6.9, 2026: 9 },
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const { programs: byProgram, courses, office, fundraising } = accounts.spent

/** Dollars spent on programs, and in all. */
export const spentOnPrograms = sum(Object.values(byProgram)) + courses
export const spentInAll = spentOnPrograms + office + fundraising

/** "$1.04 million" */
const inMillions = (dollars: number) => `$${(dollars / 1e6).toFixed(2)} million`

export const spentInWords = inMillions(spentInAll)

/** "$3,750" for each occupied place */
const perPlace = (program: (typeof programs)[number]) =>
  formatDollars(Math.round(byProgram[program.id] / program.participants))

/** What was spent in the last year: in all, and for each occupied place. */
export const spending = {
  title: 'What we spent in the year to September 2026',
  heads: { purpose: 'For', spent: 'Spent', places: 'Places taken', perPlace: 'Per place' },
  rows: [
    ...programs.map((program) => ({
      purpose: program.title,
      spent: formatDollars(byProgram[program.id]),
      places: String(program.participants),
      perPlace: perPlace(program),
    })),
    { purpose: 'Free courses of the academy', spent: formatDollars(courses) },
    { purpose: 'Office', spent: formatDollars(office) },
    { purpose: 'Raising funds', spent: formatDollars(fundraising) },
    { purpose: 'In all', spent: formatDollars(spentInAll) },
  ] as readonly { purpose: string; spent: string; places?: string; perPlace?: string }[],
}

/** The same for one program, in a sentence. */
export function spentLastYear(program: (typeof programs)[number]): string {
  return `In the year to September 2026 we spent ${formatDollars(byProgram[program.id])} on it: ${perPlace(program)} for each of ${program.participants} places taken.`
}

const payers = Object.values(accounts.paidBy)
const atFullPrice = sum(
  programs.map(({ participants, cost }) => participants * cost.perParticipant),
)
const byParticipants = sum(
  programs.map(({ participants, cost }) => participants * cost.participantPays),
)

/** Who pays for the places that are taken. */
export const whoPays = `At full price the places taken today cost ${inMillions(atFullPrice)}: participants pay ${inMillions(byParticipants)}, investors ${inMillions(sum(payers.map(({ investors = 0 }) => investors)))} (the capital of buildings, which rents repay), partners ${inMillions(sum(payers.map(({ partners = 0 }) => partners)))} in staff and rooms, and gifts and grants ${inMillions(sum(payers.map(({ gifts }) => gifts)))}.`

/** "Early Childhood Education $318,750, $3,750 a place; …" */
export const spentByProgram = programs
  .map(
    (program) =>
      `${program.title} ${formatDollars(byProgram[program.id])}, ${perPlace(program)} a place`,
  )
  .join('; ')
