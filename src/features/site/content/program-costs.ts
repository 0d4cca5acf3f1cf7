// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import type { ProgramId } from './program-titles'

/** Liberian dollars for one of the United States, rounded, in September 2026 */
const rate = 190

export const inLiberianDollars = (dollars: number) =>
  `L$${(Math.round((dollars * rate) / 1000) * 1000).toLocaleString('en-US')}`

/** In US dollars, with every seat taken. */
export interface Cost {
  total: number
  perParticipant: number
  /** The part of the total that participants do not pay */
  subsidized: number
  participantPays: number
  /** In words, who pays the subsidized part; `accounts.ts` has the sums */
  funding: string
  /** The mornings, evenings or Saturdays that one seat is, where they share its cost */
  sessions?: number
}

/** The costs of each program. */
export const programCosts = {
  'early-childhood': {
    total: 450_000,
    perParticipant: 3750,
    subsidized: 405_000,
    participantPays: 375,
    funding: 'gifts and grants',
    sessions: 200,
  },
  'parent-engagement': {
    total: 125_000,
    perParticipant: 625,
    subsidized: 112_500,
    participantPays: 62.5,
    funding: 'gifts and grants',
    sessions: 10,
  },
  'community-partnerships': {
    total: 200_000,
    perParticipant: 2667,
    subsidized: 180_000,
    participantPays: 267,
    funding: 'partners, gifts and grants',
  },
  'teacher-training': {
    total: 275_000,
    perParticipant: 2750,
    subsidized: 247_500,
    participantPays: 275,
    funding: 'partners, gifts and grants',
  },
  'bawg-workshops': {
    total: 15_000,
    perParticipant: 500,
    subsidized: 12_000,
    participantPays: 100,
    funding: 'gifts and grants',
    sessions: 4,
  },
  'real-estate-investment': {
    total: 2_500_000,
    perParticipant: 16_667,
    subsidized: 2_000_000,
    participantPays: 3333,
    funding: 'investors',
  },
  'uca-partnerships': {
    total: 750_000,
    perParticipant: 7500,
    subsidized: 675_000,
    participantPays: 750,
    funding: 'two universities',
  },
} as const satisfies Record<ProgramId, Cost>
