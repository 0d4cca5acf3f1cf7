import { fold } from '@/shared/lib/fold'
import { optionLabel } from '@/shared/lib/option-label'
import type { Field } from '../core/define-resource'

/** The choices of each field by their names, since a file has many rows */
const known = new WeakMap<Field, Map<string, string>>()

function choicesOf(field: Field & { kind: 'select' }): Map<string, string> {
  const found = known.get(field)
  if (found) return found
  // Of two equal names the first one counts.
  const named = field.options
    .flatMap((option) => [option, optionLabel(option)].map((name) => [fold(name), option] as const))
    .toReversed()
  const choices = new Map(named)
  known.set(field, choices)
  return choices
}

/** A cell in the format of the form field: choices are written in many ways. */
export function asTyped(field: Field, cell: string): string {
  if (field.kind !== 'select' || field.options.includes(cell)) return cell
  const wanted = fold(cell.trim())
  if (wanted === '') return field.options[0] ?? ''
  return choicesOf(field).get(wanted) ?? cell
}
