import type { PictureData } from '../components/picture'
import type { Cost } from './program-costs'
import type { ProgramId } from './programs-page'
import { program as bawgWorkshops } from './programs/bawg-workshops'
import { program as communityPartnerships } from './programs/community-partnerships'
import { program as earlyChildhood } from './programs/early-childhood'
import { program as parentEngagement } from './programs/parent-engagement'
import { program as realEstateInvestment } from './programs/real-estate-investment'
import { program as teacherTraining } from './programs/teacher-training'
import { program as ucaPartnerships } from './programs/uca-partnerships'

export interface Capacity {
  /** Places that are taken */
  participants: number
  maxParticipants: number
  isPilot: boolean
  /** A page on another site that tells more; it takes precedence over the program's own page. */
  externalLink?: string
}

/** A program with a page of its own. All money is in US dollars. */
export interface Program extends Capacity {
  id: ProgramId
  programId: ProgramId
  title: string
  /** One or two sentences for cards and search results, up to 160 characters */
  shortDescription: string
  /** Paragraphs are divided by an empty line. */
  fullDescription: string
  audience: string
  format: string
  date: string
  location: string
  image: PictureData
  cost: Cost
  benefits: readonly string[]
  communityImpact: {
    /** The people who are enrolled, not the places that there are */
    directBeneficiaries: number
    /** An estimate: so many for each of them */
    indirectBeneficiaries: number
    /** Who these are, and how they are estimated */
    indirectMeans: string
    jobsCreated: number
    /** Of the total cost, what is paid to people and businesses nearby */
    localSpending: number
  }
  longTermBenefits: readonly string[]
  whyImportant: string
  timeline: string
  /** A metric with "%" in its name is measured in percent, all others are counted. */
  successMetrics: readonly { metric: string; target: number; current: number }[]
}

/** All programs. A page that shows one of them loads that one alone: see `lib/load-program.ts`. */
export const programs: readonly Program[] = [
  earlyChildhood,
  parentEngagement,
  communityPartnerships,
  teacherTraining,
  bawgWorkshops,
  realEstateInvestment,
  ucaPartnerships,
]

export function findProgram(id: string): Program | undefined {
  return programs.find((program) => program.id === id)
}
