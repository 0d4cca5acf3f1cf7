import type { User } from '@supabase/supabase-js'
import { createContext, use } from 'react'
import type { RequiredRights } from './required-rights'
import type { Account } from './account'
import type { MailToken } from './mail-token'
import type { RoleFlags } from './roles'

export interface Auth extends RoleFlags, Account {
  /** True until the first session, and the profile and role that belong to it, are in. */
  loading: boolean
  /** Known before the profile and role are. */
  user: User | null
  /**
   * Whether the session proved a second factor, owes the one that the account has, or the account has
   * none.
   */
  factor: 'proved' | 'owed' | 'none'
  /** The link of an email that led here was used before, is too old or was broken on its way. */
  linkFailed: boolean
  /** Profile, role and permissions could not be read: until they are, the role is `user`. */
  accountFailed: boolean
  /** Refetches the missing parts. */
  retry: () => Promise<void>
  /** True after `signOut` until the next sign-in: the session did not end on its own. */
  leftOnPurpose: boolean
  /**
   * After a session ended on its own, or in another tab, until the next sign-in: `idle` after a time
   * without use on a shared computer, `shared` when it ended there otherwise; `kept` keeps typed text.
   */
  sessionEnded: false | 'idle' | 'shared' | 'kept'
  /** Whether the user holds one of these rights; admins hold all. */
  can: (...requiredRights: RequiredRights) => boolean
  /**
   * This and the next three take the token of `useCaptcha`.
   *
   * @param isShared whether the computer is: the session lasts as long as its tab, and half an hour
   * without use
   * @throws AuthError as the auth service words it
   */
  signIn: (
    credentials: { email: string; password: string; isShared?: boolean | undefined },
    captchaToken?: string,
  ) => Promise<void>
  /**
   * Sends a confirmation email, or signs in at once where the service asks for none. As with the
   * next two, an email that was sent within the last minute counts: the service refuses it
   * only for known addresses, and the interface must not reveal which addresses have an account.
   *
   * @returns whether there is an email to confirm
   * @throws AuthError as the auth service words it
   */
  signUp: (
    account: { fullName: string; email: string; password: string },
    captchaToken?: string,
  ) => Promise<boolean>
  /** Sends the confirmation email of a sign-up again. @throws AuthError */
  resendConfirmation: (email: string, captchaToken?: string) => Promise<void>
  /** Sends an email with a link to the page that sets a new password. @throws AuthError */
  requestPasswordReset: (email: string, captchaToken?: string) => Promise<void>
  /**
   * Uses up the token of a mail, which signs in. `refused` when it was used before, is too old or
   * wrong; `half done` when the other address has to confirm a change as well, which does not sign
   * in yet.
   *
   * @throws AuthError when the service was not reached or failed: the token still works
   */
  verifyMailToken: (token: MailToken) => Promise<'signed in' | 'half done' | 'refused'>
  /**
   * Needs a session from that link, or the current password. Ends all other sessions.
   *
   * @throws AuthError
   */
  setPassword: (password: string, current?: string) => Promise<void>
  /**
   * Sends a link to the new address and one to the present one: the change takes effect once both
   * were followed.
   *
   * @throws AuthError
   */
  changeAddress: (email: string) => Promise<void>
  /** Ends the session in this browser, reached or not; other devices stay signed in. */
  signOut: () => Promise<void>
  /** Ends every session of the account, then this one. @throws AuthError when none was ended */
  signOutEverywhere: () => Promise<void>
}

export const AuthContext = createContext<Auth | null>(null)

/** @throws Error outside an AuthProvider */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
