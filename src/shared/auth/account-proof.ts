import { paths } from '@/shared/config/paths'
import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import type { Tables } from '@/shared/supabase/database.types'
import type { Role } from './roles'

export const proofColumns = ['confirmed', 'proven', 'begun_by', 'offered_role'] as const

/** The state of the proof that an account belongs to its address. */
export type AccountProof = Pick<Tables<'profiles'>, (typeof proofColumns)[number]>

/** Whether this member of staff may give it rights at once, as the database decides it too. */
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
 * Ends the password and the sessions of an account, and sends the link with which its owner sets a new
 * password. The role and the permissions come with that.
 *
 * @param captchaToken of `useCaptcha`, for the mail
 * @returns whether the mail was sent
 * @throws PostgrestError when nothing was offered
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
