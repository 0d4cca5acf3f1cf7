import { fold } from '@/shared/lib/fold'
import { optionLabel } from '@/shared/lib/option-label'
import type { Field } from '../core/define-resource'

/** A cell in the format of the form field: choices are written in many ways. */
export function asTyped(field: Field, cell: string): string {
  if (field.kind !== 'select') return cell
  const wanted = fold(cell.trim())
  if (wanted === '') return field.options[0] ?? ''
  const isMeant = (option: string) => [option, optionLabel(option)].map(fold).includes(wanted)
  return field.options.find(isMeant) ?? cell
}
