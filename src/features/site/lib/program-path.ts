import { paths } from '@/shared/config/paths'

/** The address of a program's own page. */
export function programPath(programId: string): string {
  return `${paths.programs}/${programId}`
}
