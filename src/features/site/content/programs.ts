import type { Program } from './program-schema'
import { program as bawgWorkshops } from './programs/bawg-workshops'
import { program as communityPartnerships } from './programs/community-partnerships'
import { program as earlyChildhood } from './programs/early-childhood'
import { program as parentEngagement } from './programs/parent-engagement'
import { program as realEstateInvestment } from './programs/real-estate-investment'
import { program as teacherTraining } from './programs/teacher-training'
import { program as ucaPartnerships } from './programs/uca-partnerships'

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

export function findProgram(id: string | undefined): Program | undefined {
  return programs.find((program) => program.id === id)
}
