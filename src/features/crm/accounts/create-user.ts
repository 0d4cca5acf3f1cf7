import { createClient } from '@supabase/supabase-js'
import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { isVouchedFor } from '@/shared/auth/account-proof'
import { env } from '@/shared/config/env'
import { strongPassword } from '@/shared/auth/strong-password'
import { formText } from '@/shared/forms/form-text'
import { resourceKey } from '@/engine/core/resource-queries'
import { ask } from '@/shared/supabase/ask'
import { authOptions, fetchQuoted, supabase } from '@/shared/supabase/client'
import type { NewUserRole } from './authority'

export const newUserSchema = z.object({
  email: formText(254).trim().pipe(z.email('Invalid email address')),
  fullName: z
    .string()
    .trim()
    .min(2, 'Name must be at least 2 characters')
    .max(100, 'Name too long')
    .pipe(formText(100)),
  password: strongPassword,
  role: z.custom<NewUserRole>(),
  /** Ids */
  permissions: z.array(z.string()),
})

export type NewUser = z.infer<typeof newUserSchema>

interface ExistingAccount {
  id: string
  email: string
  hasRole: boolean
  /** A role waits for its owner's password. */
  isInvited: boolean
  /** The caller began it, or its owner has set a new password from an email. */
  isVouchedFor: boolean
}

/** The address has a complete account, or one that someone else began. */
export class ExistingAccountError extends Error {
  constructor(readonly account: ExistingAccount) {
    super('There is already an account with this email address.')
  }
}

interface Creation {
  user: NewUser
  callerId: string
  /** Of `useCaptcha`, for the sign-up */
  captchaToken: () => Promise<string | undefined>
  /** Gives the role to an account that someone else began. */
  takeOver?: boolean
}

/** Addresses whose last step may be done already: its answer was lost, and it runs again. */
const finishing = new Set<string>()

/**
 * Signs the user up and gives them role and permissions. May be repeated with the same address after
 * any failure: the database remembers which accounts the caller began.
 *
 * @throws ExistingAccountError, AuthError, PostgrestError
 */
export const createUser = mutationOptions({
  mutationFn: async ({ user, callerId, captchaToken, takeOver = false }: Creation) => {
    const address = user.email.toLowerCase()
    const account = await findAccount(address)
    if (account) {
      const isVouched = isVouchedFor(account, callerId)
      const isOpen = account.hasRole
        ? finishing.has(address)
        : takeOver || account.begun_by === callerId
      if (!isVouched || !isOpen) {
        throw existing(account, address, isVouched)
      }
    }
    const id =
      account?.id ??
      (await signUp(await captchaToken(), {
        email: address,
        password: user.password,
        metadata: {
          full_name: user.fullName,
          creation_nonce: await ask(supabase.rpc('begin_user_creation', { address })),
        },
      }))
    finishing.add(address)
    await ask(
      supabase.rpc('finish_user_creation', {
        target_user_id: id,
        target_email: address,
        new_role: user.role,
        permission_ids: user.permissions,
      }),
    )
    finishing.delete(address)
  },
  meta: { invalidates: [resourceKey('profiles')] },
})

/** The right to create users includes reading all profiles and roles. */
export async function findAccount(address: string) {
  const found = await ask(
    supabase
      .from('profiles')
      .select('id, confirmed, proven, begun_by, offered_role, user_roles(role)')
      .eq('email', address)
      .limit(1)
      .maybeSingle(),
  )
  return found && { ...found, hasRole: found.user_roles !== null }
}

export function existing(
  { id, hasRole, offered_role }: NonNullable<Awaited<ReturnType<typeof findAccount>>>,
  email: string,
  isVouched: boolean,
) {
  const isInvited = offered_role !== null
  return new ExistingAccountError({ id, email, hasRole, isInvited, isVouchedFor: isVouched })
}

interface SignUp {
  /** In lower case */
  email: string
  password: string
  metadata: Record<string, unknown>
}

/** Signs up through a client that keeps no session: the current session is unchanged. */
export async function signUp(
  captchaToken: string | undefined,
  { email, password, metadata }: SignUp,
): Promise<string> {
  const { auth } = createClient(env.supabaseUrl, env.supabaseAnonKey, {
    auth: {
      ...authOptions,
      storageKey: `new-user-${crypto.randomUUID()}`,
      persistSession: false,
      autoRefreshToken: false,
    },
    global: { fetch: fetchQuoted },
  })
  const { data, error } = await auth.signUp({
    email,
    password,
    options: {
      data: metadata,
      emailRedirectTo: window.location.origin,
      ...(captchaToken && { captchaToken }),
    },
  })
  if (error) throw error
  if (!data.user) throw new Error('User creation failed')
  return data.user.id
}
