import type { PictureData } from '../components/picture'
import type { Cost } from './program-costs'
import type { otherWays } from '../lib/other-ways'
import type { ProgramId } from './program-titles'

export interface Capacity {
  /** Taken seats */
  participants: number
  maxParticipants: number
  isPilot: boolean
  /** Which places these are, where another page counts others under a name that is like it */
  counted?: string
  /** A page on another site that tells more; it takes precedence over the program's own page. */
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
  /** What one pays for at a time */
  per: string
  /** When it begins next */
  next: string
}

/** What every program's page shows. */
export interface ProgramFacts extends ProgramSummary {
  date: string
  /** How a person gets in, and by what besides the button */
  way: { text: string; other?: keyof typeof otherWays }
  communityImpact: {
    /** The enrolled people, not the seats */
    directBeneficiaries: number
    /** An estimate: so many for each of them */
    indirectBeneficiaries: number
    /** Describes the group and how its size is estimated. */
    indirectMeans: string
    jobsCreated: number
    /** Of the total cost, what is paid to people and businesses nearby */
    localSpending: number
  }
  /** What one of those who take part says of it */
  voice: { quote: string; name: string; role: string }
  /** A metric with "%" in its name is measured in percent, all others are counted. */
  successMetrics: readonly { metric: string; target: number; current: number }[]
}

/** A program with a page of the common kind. */
export interface Program extends ProgramFacts {
  /** Paragraphs are divided by an empty line. */
  fullDescription: string
  benefits: readonly string[]
  longTermBenefits: readonly string[]
  whyImportant: string
  timeline: string
}
