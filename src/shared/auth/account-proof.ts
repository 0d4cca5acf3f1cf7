import { paths } from '@/shared/config/paths'
import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import type { Tables } from '@/shared/supabase/database.types'
import type { Role } from './roles'

export const proofColumns = ['confirmed', 'proven', 'begun_by', 'offered_role'] as const

/** Whether an account has proved that its address is its own. */
export type AccountProof = Pick<Tables<'profiles'>, (typeof proofColumns)[number]>

/** Whether this member of staff may give it rights at once; the database decides the same. */
export function isVouchedFor(account: AccountProof, callerId: string | undefined): boolean {
  return account.proven || (account.begun_by !== null && account.begun_by === callerId)
}

export interface RoleOffer {
  /** Of the account */
  id: string
  email: string
  role: Role
  /** Ids */
  permissions?: string[]
}

/**
 * Ends an account's password and sessions, and sends a link for a new password. The role and the
 * permissions come with that password.
 * @param captchaToken from `useCaptcha`, for the email @returns whether the email was sent @throws PostgrestError when nothing was offered
 */
export async function offerRole(
  { id, email, role, permissions }: RoleOffer,
  captchaToken?: string,
): Promise<boolean> {
  await ask(
    supabase.rpc('offer_role', {
      target_user_id: id,
      target_email: email,
      new_role: role,
      permission_ids: permissions ?? [],
    }),
  )
  const { error } = await supabase.auth.resetPasswordForEmail(email, {
    redirectTo: window.location.origin + paths.resetPassword,
    ...(captchaToken && { captchaToken }),
  })
  if (error) console.error(error)
  return !error
}
