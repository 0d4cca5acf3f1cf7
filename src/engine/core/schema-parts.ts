import { z } from 'zod'
import * as texts from '@/shared/forms/form-text'

/** The material of a declared schema, which a form brings along: a list is shown without it. */
export const schemaParts = {
  object: z.object,
  string: z.string,
  oneOf: z.enum,
  day: z.iso.date,
  moment: z.iso.datetime,
  either: z.union,
  ...texts,
}

export type SchemaParts = typeof schemaParts
