import { failureText } from '@/shared/supabase/backend-message'
import type { EditableResource, RowTable } from '../core/define-resource'

export interface Refusal {
  /** The field that the database objected to, where it says so. */
  field?: string
  message: string
}

/** The message of a failed save for the user of the form. */
export function refusal(
  { table, fields }: Pick<EditableResource, 'fields'> & { table: RowTable },
  error: Error,
): Refusal {
  const { code = '', details } = error as Error & { code?: string; details?: string | null }
  // A constraint of one column is named after it; other messages name the column itself.
  const text = `${error.message} ${details ?? ''}`
  const field = ofOneColumn.has(code)
    ? Object.keys(fields).find((key) =>
        [`"${table}_${key}_`, `"${key}"`, `(${key})=`].some((name) => text.includes(name)),
      )
    : undefined
  return { ...(field !== undefined && { field }), message: failureText(error) }
}

/** Too long, empty, taken, or outside of a check: by SQLSTATE */
const ofOneColumn = new Set(['22001', '23502', '23505', '23514'])
