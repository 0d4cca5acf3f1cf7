import { paths } from '@/shared/config/paths'
import type { ProgramId } from '../content/program-titles'

/** The address of a program's own page. */
export function programPath(programId: string): string {
  return `${paths.programs}/${programId}`
}

/** The application, which chooses this program where it takes applications (decision 34). */
export const applicationPath = (id: ProgramId): string =>
  `${paths.joinPrograms}?program=${id}#apply`

/** The first questions of parents and of anyone looking for a place */
export const questionsPath = `${paths.joinPrograms}#questions`
