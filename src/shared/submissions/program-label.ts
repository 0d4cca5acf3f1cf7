import { registeredPrograms } from '@/shared/data/registered-programs'
import { choiceLabel, programInterests } from '@/shared/data/form-choices'

export const programLabel = (id: string): string =>
  registeredPrograms[id] ?? choiceLabel(programInterests, id)
