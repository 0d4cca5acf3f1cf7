import { supabase } from '@/shared/supabase/client'

/** A child's details, or a participant's access needs and emergency contact. */
export interface ProtectedFields {
  child_name?: string | null
  child_age?: number | null
  special_needs?: string | null
  accessibility?: string | null
  emergency_name?: string | null
  emergency_relationship?: string | null
  emergency_phone?: string | null
}

/**
 * Records that the protected fields of a submission are opened, and then reads them: the record is kept
 * whatever becomes of the read.
 *
 * @returns no field for a submission that has none
 * @throws when either request fails
 */
export async function readProtectedFields(
  submission: string,
  signal?: AbortSignal,
): Promise<ProtectedFields> {
  const { data: isThere } = await supabase.rpc('record_opening', { submission }).throwOnError()
  if (!isThere) return {}
  const read = supabase.rpc('protected_fields', { submission })
  const { data } = await (signal ? read.abortSignal(signal) : read).throwOnError()
  return (data ?? {}) as ProtectedFields
}
