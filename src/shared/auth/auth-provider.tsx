import {
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  type AuthError,
  type Session,
} from '@supabase/supabase-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { paths } from '@/shared/config/paths'
import { discardStaffDrafts } from '@/shared/forms/draft-storage'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import {
  changeAccount,
  forgetSession,
  isRefused,
  onSessionChange,
  supabase,
} from '@/shared/supabase/client'
import {
  askForFactor,
  closePage,
  endedSession,
  goOn,
  openPageOf,
} from '@/shared/supabase/ended-session'
import { revokeSession } from '@/shared/supabase/revoke-session'
import {
  chooseSharedComputer,
  hasEndedIdle,
  isSharedComputer,
  leaveSharedComputer,
  removeTokens,
  storedTokens,
} from '@/shared/supabase/shared-session'
import { holdsOneOf } from './required-rights'
import { accountQuery, type Account } from './account'
import { AuthContext, type Auth } from './auth-context'
import { forgetMailLink, refuseMailLink, freshMailLink, type LinkedSession } from './linked-session'
import { MailLinkQuestion } from './mail-link-question'
import { roleFlags } from './roles'
import { factorOf } from './second-factor'

const LINK_RETRY_MS = 3_000

const IdleWarning = lazyPart(() => import('./idle-warning'))

const signedOut: Account = {
  profile: null,
  role: 'user',
  permissions: new Set(),
  needsStrongPassword: false,
}

/** Session, profile, role and permissions for everything beneath it. Needs a QueryClientProvider. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const { session, setSession, leftOnPurpose, setLeftOnPurpose, former, link, setLink } =
    useSession()
  const userId = session?.user.id

  // For the header of the public site, which knows only the stored session.
  useEffect(() => {
    if (session !== undefined) window.dispatchEvent(new Event('sessionchange'))
  }, [session])

  const account = useQuery({ ...accountQuery(userId ?? ''), enabled: userId !== undefined })
  const { refetch } = account

  // Until there is a page to keep, a session that has ended leads to the sign-in page.
  const owner = account.data && userId
  useEffect(() => {
    openPageOf(owner)
    return () => openPageOf(undefined)
  }, [owner])

  const value = useMemo<Auth>(() => {
    const current = (userId && account.data) || signedOut
    const flags = roleFlags(current.role)
    return {
      ...current,
      ...flags,
      loading: session === undefined || (userId !== undefined && account.isPending),
      user: session?.user ?? null,
      factor: session ? factorOf(session) : 'none',
      linkFailed: link === 'failed',
      accountFailed: userId !== undefined && account.isLoadingError,
      retry: async () => {
        if (session) await refetch()
        // A new page would no longer have the link, which is tried again automatically.
        else if (!link) await reloadWhenReached()
      },
      leftOnPurpose,
      sessionEnded: session === null && !leftOnPurpose && (hasEndedIdle() ? 'idle' : former),
      can: (...requiredRights) => holdsOneOf(current, requiredRights),
      ...actions,
      async verifyMailToken(token) {
        const { data, error } = await supabase.auth.verifyOtp(token)
        if (error && !isRefused(error)) throw error
        if (error) refuseMailLink()
        else forgetMailLink()
        setLink(freshMailLink())
        if (error) return 'refused'
        if (!data.session) return 'half done'
        if (session) revoke(session.access_token, 'local').catch(console.error)
        return 'signed in'
      },
      async setPassword(password, current) {
        await actions.setPassword(password, current)
        // A role may have come with it.
        await refetch()
      },
      async signOutEverywhere() {
        if (session) await revoke(session.access_token, 'global')
        await value.signOut()
      },
      async signOut() {
        setLeftOnPurpose(true)
        forgetMailLink()
        setLink(undefined)
        discardStaffDrafts()
        const tokens = session ?? storedTokens()
        if (session) await forgetSession()
        else {
          // The library may still be asking for it.
          removeTokens()
          leaveSharedComputer()
          setSession(null)
        }
        if (tokens) void revokeSession(tokens)
      },
    }
  }, [
    session,
    userId,
    account.data,
    account.isPending,
    account.isLoadingError,
    refetch,
    leftOnPurpose,
    former,
    link,
    setSession,
    setLeftOnPurpose,
    setLink,
  ])

  const replaced = typeof link === 'object' && session?.user.id !== link.userId ? session : null
  return (
    <AuthContext value={value}>
      {replaced && typeof link === 'object' ? (
        <MailLinkQuestion
          current={replaced.user.email ?? ''}
          next={link.email}
          onAccept={async () => {
            await followLink(link)
            setLink(freshMailLink())
            if (!freshMailLink()) revoke(replaced.access_token, 'local').catch(console.error)
          }}
          onDecline={() => {
            forgetMailLink()
            setLink(undefined)
          }}
        />
      ) : (
        children
      )}
      {session && isSharedComputer() && <IdleWarning />}
    </AuthContext>
  )
}

/** The session as the auth service reports it, for all tabs, with the mail link that may replace it. */
function useSession() {
  const queryClient = useQueryClient()
  /** undefined until the stored session has been looked up */
  const [session, setSession] = useState<Session | null>()
  const [leftOnPurpose, setLeftOnPurpose] = useState(false)
  /** How the previous session was kept */
  const [former, setFormer] = useState<false | 'shared' | 'kept'>(false)
  const [link, setLink] = useState(freshMailLink)

  useEffect(() => {
    let previous: Session | null = null
    let isShared = false
    const applySession = (next: Session | null) => {
      if (endedSession() && next && !isBack(next)) return
      // Data shown to one user must not stay in memory for the next user of the computer.
      if (previous && previous.user.id !== next?.user.id) {
        openPageOf(undefined)
        queryClient.clear()
      }
      previous = next
      setSession(next)
      if (!next) {
        if (isShared) discardStaffDrafts()
        leaveSharedComputer()
        return
      }
      isShared = isSharedComputer()
      setLeftOnPurpose(false)
      setFormer(isShared ? 'shared' : 'kept')
      discardStaffDrafts(next.user.id)
    }
    /** Whether a page whose session has ended goes on with this one. */
    const isBack = (next: Session): boolean => {
      // The library tells each return to the tab, with what it has stored.
      if (next.access_token === previous?.access_token) return false
      if (next.user.id !== previous?.user.id) {
        // Nothing of the page may be sent, or seen, in the name of another account.
        closePage()
        queryClient.clear()
        flushSync(() => setSession(undefined))
        window.location.reload()
        return false
      }
      if (factorOf(next) === 'owed') {
        askForFactor(next.user.factors?.filter(({ status }) => status === 'verified') ?? [])
        return false
      }
      goOn()
      void queryClient.invalidateQueries()
      return true
    }
    return onSessionChange((event, next) => {
      const linked = freshMailLink()
      if (event === 'MFA_CHALLENGE_VERIFIED' && !endedSession()) {
        // Earlier answers were empty.
        queryClient.removeQueries({ type: 'inactive' })
        void queryClient.invalidateQueries()
      }
      if (
        event === 'INITIAL_SESSION' &&
        typeof linked === 'object' &&
        (!next || next.user.id === linked.userId)
      ) {
        void followLink(linked).then(() => {
          setLink(freshMailLink())
          if (freshMailLink() === 'failed') applySession(next)
        })
      } else if (next || event !== 'INITIAL_SESSION') applySession(next)
      // The library reports no session where the service was not reached to renew one.
      else void isUnreached().then((unreached) => unreached || applySession(null))
    })
  }, [queryClient])

  return { session, setSession, leftOnPurpose, setLeftOnPurpose, former, link, setLink }
}

/** Signs in the user of an email link, and retries until the service answers. */
async function followLink(link: LinkedSession): Promise<void> {
  while (freshMailLink() === link) {
    const { error } = await supabase.auth.setSession(link)
    if (!error) forgetMailLink()
    else if (!isAuthRetryableFetchError(error)) refuseMailLink()
    else await new Promise((resolve) => setTimeout(resolve, LINK_RETRY_MS))
  }
}

async function isUnreached(): Promise<boolean> {
  const { error } = await supabase.auth.getSession()
  return isAuthRetryableFetchError(error)
}

/** The library waits a minute before it asks again; a new page asks at once. */
async function reloadWhenReached(): Promise<void> {
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store' })
    window.location.reload()
  } catch {
    // Offline, the browser would show its own page, without a way back to this one.
  }
}

/** @throws AuthError unless the session is over by then */
async function revoke(accessToken: string, scope: 'local' | 'global'): Promise<void> {
  const { error } = await supabase.auth.admin.signOut(accessToken, scope)
  const isOver = isAuthSessionMissingError(error) || [401, 403, 404].includes(error?.status ?? 0)
  if (error && !isOver) throw error
}

/**
 * The service refuses a second mail within a minute, but only to known addresses. The same code
 * without seconds to wait tells that the hour's mails are used up: no mail was sent.
 */
const wasSentBefore = ({ code, message }: AuthError) =>
  code === 'over_email_send_rate_limit' && /\d+ seconds/.test(message)

const actions: Pick<
  Auth,
  | 'signIn'
  | 'signUp'
  | 'resendConfirmation'
  | 'requestPasswordReset'
  | 'setPassword'
  | 'changeAddress'
> = {
  async signIn({ email, password, isShared = false }, captchaToken) {
    chooseSharedComputer(isShared)
    try {
      const { error } = await supabase.auth.signInWithPassword({
        email,
        password,
        ...(captchaToken && { options: { captchaToken } }),
      })
      if (error) throw error
    } finally {
      chooseSharedComputer(false)
    }
  },
  async signUp({ fullName, email, password }, captchaToken) {
    const { data, error } = await supabase.auth.signUp({
      email,
      password,
      options: {
        data: { full_name: fullName },
        emailRedirectTo: window.location.origin,
        ...(captchaToken && { captchaToken }),
      },
    })
    if (error && !wasSentBefore(error)) throw error
    return !data.session
  },
  async resendConfirmation(email, captchaToken) {
    const { error } = await supabase.auth.resend({
      type: 'signup',
      email,
      options: {
        emailRedirectTo: window.location.origin,
        ...(captchaToken && { captchaToken }),
      },
    })
    if (error && !wasSentBefore(error)) throw error
  },
  async requestPasswordReset(email, captchaToken) {
    const { error } = await supabase.auth.resetPasswordForEmail(email, {
      redirectTo: window.location.origin + paths.resetPassword,
      ...(captchaToken && { captchaToken }),
    })
    if (error && !wasSentBefore(error)) throw error
  },
  async setPassword(password, current) {
    const { error } = await changeAccount(() =>
      supabase.auth.updateUser({
        password,
        ...(current !== undefined && { current_password: current }),
      }),
    )
    if (error) throw error
  },
  async changeAddress(email) {
    const { error } = await changeAccount(() =>
      supabase.auth.updateUser({ email }, { emailRedirectTo: window.location.origin }),
    )
    if (error && !wasSentBefore(error)) throw error
  },
}
