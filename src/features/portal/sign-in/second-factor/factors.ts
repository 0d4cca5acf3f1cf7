import { isAuthApiError, type Factor } from '@supabase/supabase-js'
import { mutationOptions } from '@tanstack/react-query'
import { organisation } from '@/shared/data/organisation'
import { ask, rpcQuery } from '@/shared/supabase/ask'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { changeAccount, supabase } from '@/shared/supabase/client'

/** Whether rights need a second factor, and whether the account has recovery codes. */
export const ownFactorQuery = (userId: string) =>
  rpcQuery<'own_second_factor', { is_demanded: boolean; has_codes: boolean }[]>(
    ['second-factor', userId],
    'own_second_factor',
    {},
    { staleTime: 60_000 },
  )

export const nameOf = ({ friendly_name }: Pick<Factor, 'friendly_name'>) =>
  friendly_name ?? 'Authenticator app'

export interface Enrolled {
  id: string
  uri: string
  secret: string
}

/** Begins to set one up, and drops unfinished ones. @throws AuthError */
export async function enroll(friendlyName: string): Promise<Enrolled> {
  const { data: known, error: unknown } = await changeAccount(() => supabase.auth.mfa.listFactors())
  if (unknown) throw unknown
  for (const { id, status } of known.all) {
    if (status === 'unverified') await supabase.auth.mfa.unenroll({ factorId: id })
  }
  const { data, error } = await supabase.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName,
    issuer: organisation.name,
  })
  if (error) throw error
  return { id: data.id, uri: data.totp.uri, secret: data.totp.secret }
}

/** Afterwards the session has proved a second factor. @throws AuthError */
export async function verifyCode(factorId: string, code: string): Promise<void> {
  const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId, code })
  if (error?.code === 'mfa_factor_not_found') await learnFactors()
  if (error) throw error
}

/** Needs a session that has just proved one. @throws AuthError */
export async function removeFactor(factorId: string): Promise<void> {
  const { error } = await changeAccount(() => supabase.auth.mfa.unenroll({ factorId }))
  await learnFactors()
  if (error) throw error
}

/** A new session lists the current factors of its account. */
async function learnFactors(): Promise<void> {
  await supabase.auth.refreshSession()
}

/** @returns whether the code was right: then the second factor is removed */
export async function spendRecoveryCode(code: string): Promise<boolean> {
  const isRight = await ask(supabase.rpc('use_recovery_code', { code }))
  if (isRight) await learnFactors()
  return isRight
}

export const makeRecoveryCodes = mutationOptions({
  mutationFn: () => ask(supabase.rpc('make_recovery_codes')),
  meta: { failure: failureAsSaid, invalidates: [['second-factor']] },
})

const refusals: Readonly<Record<string, string>> = {
  mfa_verification_failed:
    'This code is wrong or no longer valid. Enter the one that your app shows now. If it is refused again, check that your phone sets its clock automatically.',
  mfa_challenge_expired: 'This took too long. Please enter a new code.',
  mfa_ip_address_mismatch: 'Your connection changed. Please enter a new code.',
  mfa_factor_not_found: 'This second factor was removed in the meantime.',
  mfa_factor_name_conflict: 'You already have a second factor with this name',
  too_many_enrolled_mfa_factors: 'You have ten second factors, the maximum. Remove one first.',
  insufficient_aal: 'Another tab or device set up a second factor. Sign in again with its code.',
  over_request_rate_limit: 'Too many tries. Please wait a minute.',
}

/** A message for a refusal of the auth service; undefined for other failures. */
export function factorRefusal(error: unknown): string | undefined {
  return isAuthApiError(error) ? refusals[error.code ?? ''] : undefined
}
