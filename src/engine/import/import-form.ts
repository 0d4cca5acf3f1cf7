import { optionLabel } from '@/shared/lib/option-label'
import type { Field, ImportForm, ImportTarget } from '../core/define-resource'
import { schemaParts } from '../core/schema-parts'

/** Fills the first and the last name. */
const fullName = 'full_name'

/** The import form of a list; undefined where users add nothing to it. */
export function importForm(resource: ImportTarget): ImportForm | undefined {
  const { label, schema, fields, importOnly, importOnlyFields = {} } = resource
  if (importOnly) return { ...importOnly, schema: importOnly.schema(schemaParts) }
  if (!label.add || !schema || !fields) return undefined
  const choices = Object.entries(importOnlyFields)
  const parts = choices.map(([key, options]) => [key, schemaParts.oneOf(options)] as const)
  const selects = choices.map(([key, options]): [string, Field] => [
    key,
    { kind: 'select', label: optionLabel(key), options },
  ])
  const isOfPeople = 'first_name' in fields && 'last_name' in fields
  return {
    schema: schema(schemaParts).safeExtend(Object.fromEntries(parts)),
    fields: {
      ...fields,
      ...Object.fromEntries(selects),
      ...(isOfPeople && { [fullName]: { kind: 'text', label: 'Full name' } as const }),
    },
    ...(isOfPeople && { besides: [fullName] }),
  }
}
