import { describe, expect, test } from 'vitest'
import { formatDollars } from '@/shared/lib/format-dollars'
import { programs as summaries } from '../content/programs'
import { loadProgram } from './load-program'
import {
  costPerJob,
  formatShare,
  isFull,
  returnOnInvestment,
  seatColumns,
  shareSubsidized,
  spotsLeft,
  success,
} from './program-figures'

// Details are loaded program by program.
const programs = await Promise.all(summaries.map(({ id }) => loadProgram(id)!))
const findProgram = (id: string) => programs.find((program) => program.id === id)

/** Worked out by hand. */
const expected = [
  {
    id: 'early-childhood',
    pilot: false,
    spots: 35,
    costs: ['$450,000', '$3,750', '$405,000', '$375'],
    subsidized: '90%',
    roi: '70%',
    perJob: 25_000,
  },
  {
    id: 'parent-engagement',
    pilot: false,
    spots: 44,
    costs: ['$125,000', '$625', '$112,500', '$62.50'],
    subsidized: '90%',
    roi: '75%',
    perJob: 31_250,
  },
  {
    id: 'community-partnerships',
    pilot: false,
    spots: 30,
    costs: ['$200,000', '$2,667', '$180,000', '$267'],
    subsidized: '90%',
    roi: '85%',
    perJob: 12_500,
  },
  {
    id: 'teacher-training',
    pilot: false,
    spots: 32,
    costs: ['$275,000', '$2,750', '$247,500', '$275'],
    subsidized: '90%',
    roi: '65%',
    perJob: 27_500,
  },
  {
    id: 'bawg-workshops',
    pilot: false,
    spots: 6,
    costs: ['$15,000', '$500', '$12,000', '$100'],
    subsidized: '80%',
    roi: '84%',
    perJob: null,
  },
  {
    id: 'real-estate-investment',
    pilot: false,
    spots: 61,
    costs: ['$2,500,000', '$16,667', '$2,000,000', '$3,333'],
    subsidized: '80%',
    roi: '85%',
    perJob: 62_500,
  },
  {
    id: 'uca-partnerships',
    pilot: true,
    spots: 22,
    costs: ['$750,000', '$7,500', '$675,000', '$750'],
    subsidized: '90%',
    roi: '65%',
    perJob: 50_000,
  },
]

test('covers every program', () => {
  expect(programs.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
})

test.each(expected)('$id', ({ id, pilot, spots, costs, subsidized, roi, perJob }) => {
  const program = findProgram(id)!
  const { total, perParticipant, subsidized: paidByOthers, participantPays } = program.cost

  expect(program.isPilot).toBe(pilot)
  expect(spotsLeft(program)).toBe(spots)
  expect(isFull(program)).toBe(false)
  expect([total, perParticipant, paidByOthers, participantPays].map(formatDollars)).toEqual(costs)
  expect(formatShare(shareSubsidized(program.cost))).toBe(subsidized)
  expect(formatShare(returnOnInvestment(program))).toBe(roi)
  expect(costPerJob(program)).toBe(perJob)
})

describe('places', () => {
  test('the last one that is taken fills a program', () => {
    expect(isFull({ participants: 99, maxParticipants: 100 })).toBe(false)
    expect(isFull({ participants: 100, maxParticipants: 100 })).toBe(true)
  })

  test('an overbooked program is full', () => {
    const overbooked = { participants: 103, maxParticipants: 100 }
    expect(spotsLeft(overbooked)).toBe(-3)
    expect(isFull(overbooked)).toBe(true)
  })

  test('the seats of every program fill whole rows', () => {
    expect(
      summaries.filter(({ maxParticipants }) => maxParticipants % seatColumns(maxParticipants)),
    ).toEqual([])
  })
})

describe('success', () => {
  test('shows a metric with % in its name in percent', () => {
    expect(success({ metric: '% ready for first grade', current: 82, target: 90 })).toEqual({
      share: 82 / 90,
      current: '82%',
      target: '90%',
    })
  })

  test('all others are counted', () => {
    expect(success({ metric: 'Coaching visits made', current: 1260, target: 1800 })).toEqual({
      share: 0.7,
      current: '1,260',
      target: '1,800',
    })
  })

  test('more than the target fills the bar and no more', () => {
    expect(success({ metric: '% who finish', current: 88, target: 85 })).toMatchObject({
      share: 1,
      current: '88%',
    })
  })
})

test('local spending above the cost is a return of more than 100%', () => {
  const program = findProgram('bawg-workshops')!
  const generous = { ...program.communityImpact, localSpending: 18_000 }
  expect(formatShare(returnOnInvestment({ ...program, communityImpact: generous }))).toBe('120%')
})
