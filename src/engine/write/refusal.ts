import { backendMessage, failureText } from '@/shared/supabase/backend-message'
import type { EditableResource } from '../core/define-resource'

export interface Refusal {
  /** The field that the database objected to, where it says so. */
  field?: string
  message: string
}

/** The message of a failed save for the user of the form. */
export function refusal({ table, fields }: EditableResource, error: Error): Refusal {
  const { code = '', details } = error as Error & { code?: string; details?: string | null }
  const said = backendMessage(error)
  const reason = reasons[code]
  if (!reason) return { message: failureText(error) }
  // A constraint of one column is named after it; other messages name the column itself.
  const text = `${said ?? ''} ${details ?? ''}`
  const field = Object.keys(fields).find((key) =>
    [`"${table}_${key}_`, `"${key}"`, `(${key})=`].some((name) => text.includes(name)),
  )
  return field ? { field, message: reason } : { message: `${reason} (${said})` }
}

/** By SQLSTATE */
const reasons: Record<string, string> = {
  '22001': 'This text is too long to be stored',
  '23502': 'This must not be left empty',
  '23505': 'Someone else already has this value',
  '23514': 'This value cannot be stored',
}
