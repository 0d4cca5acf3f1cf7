import { registeredPrograms } from '@/shared/data/registered-programs'
import { choiceLabel, programInterests } from '@/shared/data/form-choices'
import type { SubmissionKind } from './kinds'

export const programLabel = (id: string): string =>
  registeredPrograms[id] ?? choiceLabel(programInterests, id)

/** Which programs submissions of a kind, or of any, can be about. */
export function programsOf(kind: SubmissionKind | undefined): readonly string[] {
  return [
    ...new Set([
      ...(kind === 'registration' ? [] : programInterests.map(({ id }) => id)),
      ...(kind === 'program' ? [] : Object.keys(registeredPrograms)),
    ]),
  ]
}
