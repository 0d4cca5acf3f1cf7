import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import type { Tables } from '@/shared/supabase/database.types'

type Child = 'child_name' | 'child_age' | 'special_needs'
type Needs = 'accessibility' | `emergency_${'name' | 'relationship' | 'phone'}`

/** A child's details, or a participant's access needs and emergency contact. */
export type ProtectedFields = Partial<
  Pick<Tables<'program_applications'>, Child> & Pick<Tables<'program_registrations'>, Needs>
>

/**
 * Logs that the protected fields of a submission are opened, and then reads them: the log keeps the
 * opening even if the read fails.
 *
 * @returns no field for a submission that has none
 * @throws when either request fails
 */
export async function readProtectedFields(
  submission: string,
  signal?: AbortSignal,
): Promise<ProtectedFields> {
  if (!(await ask(supabase.rpc('record_opening', { submission })))) return {}
  const fields = await ask(supabase.rpc('protected_fields', { submission }), signal)
  return (fields ?? {}) as ProtectedFields
}
