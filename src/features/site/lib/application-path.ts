import { paths } from '@/shared/config/paths'
import { programInterests } from '@/shared/data/form-choices'

/** The application to programs, with this one chosen where it takes applications (decision 34). */
export function applicationPath(program: string): string {
  return programInterests.some(({ id }) => id === program)
    ? `${paths.joinPrograms}?program=${program}#apply`
    : paths.joinPrograms
}
