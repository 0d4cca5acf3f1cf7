import { mutationOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { isVouchedFor } from '@/shared/auth/account-proof'
import { resourceKey } from '@/engine/core/resource-queries'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { notify } from '@/shared/ui/notify'
import { existing, findAccount, newUserSchema, signUp } from './create-user'

export const inviteeSchema = newUserSchema.omit({ password: true })
export type Invitee = z.infer<typeof inviteeSchema>

const invitationsKey = ['invitations']
/** The queries that show invitations */
export const invitationViews = [resourceKey('profiles'), invitationsKey]

/** Role, inviter and end may be unknown. */
export type Invitation = RpcRow<'invitations', 'name' | 'email' | 'invited_by' | 'ended_at'>

export const invitationsQuery = rpcQuery<'invitations', Invitation[]>(
  invitationsKey,
  'invitations',
  {},
  { staleTime: 0 },
)

interface Sent {
  invitee: Invitee
  callerId: string
  /** Of `useCaptcha`, for the sign-up */
  captchaToken: () => Promise<string | undefined>
}

/**
 * Signs someone up with a password that nobody knows, which sends the invitation. The database makes the
 * offer of the role in the same step.
 *
 * @throws ExistingAccountError, AuthError, PostgrestError
 */
export const invite = mutationOptions({
  mutationFn: async ({ invitee, callerId, captchaToken }: Sent) => {
    const { email, fullName, role, permissions } = invitee
    const address = email.toLowerCase()
    const account = await findAccount(address)
    if (account) throw existing(account, address, isVouchedFor(account, callerId))
    const token = await captchaToken()
    const metadata = await ask(
      supabase.rpc('begin_invitation', {
        address,
        new_role: role,
        permission_ids: permissions,
      }),
    )
    await signUp(token, {
      email: address,
      // The database removes it. It meets the rules that a project may have set.
      password: `Aa1!${crypto.randomUUID()}`,
      metadata: { full_name: fullName, ...(metadata as object) },
    })
  },
  meta: { invalidates: invitationViews },
})

export const takeBack = (name: string) =>
  mutationOptions({
    mutationFn: (invitation: string) => ask(supabase.rpc('take_back_invitation', { invitation })),
    onSuccess: () => notify({ title: `Invitation of ${name} taken back`, tone: 'success' }),
    meta: { failure: failureAsSaid, invalidates: invitationViews },
  })
