import type { User } from '@supabase/supabase-js'
import { holdsOneOf } from '@/shared/auth/required-rights'
import type { Auth } from '@/shared/auth/auth-context'
import { roleFlags, type Role } from '@/shared/auth/roles'

const nothing = () => Promise.resolve()

/** A user signed in with a role and, unless an admin, without permissions. */
export function authOf(role: Role, overrides: Partial<Auth> = {}): Auth {
  const flags = roleFlags(role)
  const permissions = overrides.permissions ?? new Set()
  return {
    loading: false,
    user: { id: 'u1', email: `${role}@example.org` } as User,
    factor: 'proved',
    linkFailed: false,
    accountFailed: false,
    retry: nothing,
    leftOnPurpose: false,
    sessionEnded: false,
    profile: null,
    role,
    permissions,
    needsStrongPassword: role !== 'user',
    can: (...requiredRights) => holdsOneOf({ role, permissions }, requiredRights),
    ...flags,
    signIn: nothing,
    signUp: () => Promise.resolve(true),
    resendConfirmation: nothing,
    requestPasswordReset: nothing,
    verifyMailToken: () => Promise.resolve('signed in'),
    setPassword: nothing,
    changeAddress: nothing,
    signOut: nothing,
    signOutEverywhere: nothing,
    ...overrides,
  }
}
