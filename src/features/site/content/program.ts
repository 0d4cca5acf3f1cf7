import type { PictureData } from '../components/picture'
import type { Cost } from './program-costs'
import type { otherWays } from '../lib/other-ways'
import type { ProgramId } from './program-titles'

export interface Capacity {
  /** Taken seats */
  participants: number
  maxParticipants: number
  isPilot: boolean
  /** Which places these are, where another page counts different ones under a similar name */
  counted?: string
  /** A page on another site with more; it takes precedence over the program's own page. */
  externalLink?: string
}

/** The part of a program that lists show. All money is in US dollars. */
export interface ProgramSummary extends Capacity {
  id: ProgramId
  programId: ProgramId
  title: string
  /** One or two sentences for cards and search results, up to 160 characters */
  shortDescription: string
  audience: string
  format: string
  location: string
  image: PictureData
  cost: Cost
  /** The unit of payment */
  per: string
  /** The next start */
  next: string
}

/** What every program's page shows. */
export interface ProgramFacts extends ProgramSummary {
  date: string
  /** How a person joins, besides the button */
  way: { text: string; other?: keyof typeof otherWays }
  communityImpact: {
    /** The enrolled people, not the seats */
    directBeneficiaries: number
    /** An estimate per enrolled person */
    indirectBeneficiaries: number
    /** Describes the group and the estimate. */
    indirectMeans: string
    jobsCreated: number
    /** The part of the total cost paid to people and businesses nearby */
    localSpending: number
  }
  /** A participant's quote */
  voice: { quote: string; name: string; role: string }
  /** A metric with "%" in its name is measured in percent, all others are counted. */
  successMetrics: readonly { metric: string; target: number; current: number }[]
}

/** A program with a standard page. */
export interface Program extends ProgramFacts {
  /** An empty line separates paragraphs. */
  fullDescription: string
  benefits: readonly string[]
  longTermBenefits: readonly string[]
  whyImportant: string
  timeline: string
}
