import { z } from 'zod'
import * as texts from '@/shared/forms/form-text'
import { optionalWeekdays } from './weekdays'

/** The parts of declared schemas. Forms load them; lists show without them. */
export const schemaParts = {
  object: z.object,
  string: z.string,
  oneOf: z.enum,
  day: z.iso.date,
  moment: z.iso.datetime,
  either: z.union,
  ...texts,
  optionalWeekdays,
}

export type SchemaParts = typeof schemaParts
