import { createClient, isAuthApiError, isAuthWeakPasswordError } from '@supabase/supabase-js'
import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { env } from '@/shared/config/env'
import { formText } from '@/shared/lib/form-text'
import { resourceKey } from '@/shared/resource/resource-queries'
import { supabase } from '@/shared/supabase/client'
import type { NewUserRole } from './authority'

export const newUserSchema = z.object({
  email: formText(254).trim().pipe(z.email('Invalid email address')),
  fullName: z
    .string()
    .trim()
    .min(2, 'Name must be at least 2 characters')
    .max(100, 'Name too long')
    .pipe(formText(100)),
  password: z.string().min(8, 'Password must be at least 8 characters'),
  role: z.custom<NewUserRole>(),
  /** Ids */
  permissions: z.array(z.string()),
})

export type NewUser = z.infer<typeof newUserSchema>

/** The address has an account that this form did not begin. */
export class ExistingAccountError extends Error {
  constructor(
    readonly email: string,
    /** Without a role it may be what an earlier attempt left behind. */
    readonly hasRole: boolean,
  ) {
    super('There is already an account with this e-mail address.')
  }
}

/**
 * The addresses for which this browser tab sent a sign-up whose outcome is unknown or that still
 * needs its role. A second try goes on from there, instead of taking the account for somebody's.
 */
const begun = new Set<string>()

interface Creation {
  user: NewUser
  /** Take over an account that exists and has no role. */
  takeOver?: boolean
}

/**
 * Signs the user up and gives them role and permissions. May be repeated with the same address
 * after any failure.
 *
 * @throws ExistingAccountError, AuthError, PostgrestError
 */
export const createUser = mutationOptions({
  mutationFn: async ({ user, takeOver = false }: Creation) => {
    const address = user.email.toLowerCase()
    const account = await findAccount(address)
    if (account && !begun.has(address) && !(takeOver && !account.hasRole)) {
      throw new ExistingAccountError(user.email, account.hasRole)
    }
    const id = account?.id ?? (await signUp(user))
    await supabase
      .rpc('finish_user_creation', {
        target_user_id: id,
        target_email: address,
        new_role: user.role,
        permission_ids: user.permissions,
      })
      .throwOnError()
    begun.delete(address)
  },
  meta: { invalidates: [resourceKey('profiles')] },
})

/** Whoever may create users may read all profiles and roles. */
async function findAccount(address: string) {
  const { data } = await supabase
    .from('profiles')
    .select('id, user_roles(role)')
    .eq('email', address)
    .limit(1)
    .maybeSingle()
    .throwOnError()
  return data && { id: data.id, hasRole: data.user_roles !== null }
}

/** Signs up through a client that keeps no session: whoever is signed in here stays so. */
async function signUp({ email, fullName, password }: NewUser): Promise<string> {
  const address = email.toLowerCase()
  const client = createClient(env.supabaseUrl, env.supabaseAnonKey, {
    auth: {
      storageKey: `new-user-${crypto.randomUUID()}`,
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
  })
  begun.add(address)
  const { data, error } = await client.auth.signUp({
    email: address,
    password,
    options: { data: { full_name: fullName }, emailRedirectTo: window.location.origin },
  })
  if (error) {
    // It was refused, so nothing was begun; any other error may hide a sign-up that succeeded.
    if (isAuthWeakPasswordError(error) || (isAuthApiError(error) && error.status < 500)) {
      begun.delete(address)
    }
    throw error
  }
  if (!data.user) throw new Error('User creation failed')
  return data.user.id
}
