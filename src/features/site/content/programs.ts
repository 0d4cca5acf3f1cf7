import type { ProgramSummary } from './program'
import { summary as bawgWorkshops } from './programs/bawg-workshops'
import { summary as communityPartnerships } from './programs/community-partnerships'
import { summary as earlyChildhood } from './programs/early-childhood'
import { summary as parentEngagement } from './programs/parent-engagement'
import { summary as realEstateInvestment } from './programs/real-estate-investment'
import { summary as teacherTraining } from './programs/teacher-training'
import { summary as ucaPartnerships } from './programs/uca-partnerships'

/**
 * All programs. The details of a program's page are in `program-details` and only load with that
 * page.
 */
export const programs: readonly ProgramSummary[] = [
  earlyChildhood,
  parentEngagement,
  communityPartnerships,
  teacherTraining,
  bawgWorkshops,
  realEstateInvestment,
  ucaPartnerships,
]

export function findProgram(id: string): ProgramSummary | undefined {
  return programs.find((program) => program.id === id)
}
