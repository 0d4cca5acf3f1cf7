import type { Session } from '@supabase/supabase-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { paths } from '@/shared/config/paths'
import { discardStaffDrafts } from '@/shared/lib/draft-storage'
import { supabase } from '@/shared/supabase/client'
import { holdsOneOf } from './access'
import { accountQuery, type Account } from './account'
import { AuthContext, type Auth } from './auth-context'
import { roleFlags } from './roles'

const nobody: Account = { profile: null, role: 'user', permissions: new Set() }

/** Session, profile, role and permissions for everything beneath it. Needs a QueryClientProvider. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  /** undefined until the stored session has been looked up */
  const [session, setSession] = useState<Session | null>()
  const [leftOnPurpose, setLeftOnPurpose] = useState(false)
  const [hadSession, setHadSession] = useState(false)
  const userId = session?.user.id

  useEffect(() => {
    let previousUserId: string | undefined
    const { data } = supabase.auth.onAuthStateChange((_event, next) => {
      // What one person was shown must not stay in memory for the next one on the same computer.
      if (previousUserId && previousUserId !== next?.user.id) queryClient.clear()
      previousUserId = next?.user.id
      setSession(next)
      if (!next) return
      setLeftOnPurpose(false)
      setHadSession(true)
      discardStaffDrafts(next.user.id)
    })
    return () => data.subscription.unsubscribe()
  }, [queryClient])

  const account = useQuery({ ...accountQuery(userId ?? ''), enabled: userId !== undefined })

  const value = useMemo<Auth>(() => {
    const current = userId ? (account.data ?? nobody) : nobody
    const flags = roleFlags(current.role)
    return {
      ...current,
      ...flags,
      loading: session === undefined || (userId !== undefined && account.isPending),
      user: session?.user ?? null,
      leftOnPurpose,
      sessionEnded: session === null && hadSession && !leftOnPurpose,
      can: (...access) => holdsOneOf(current, access),
      ...actions,
      async signOut() {
        setLeftOnPurpose(true)
        const { error } = await supabase.auth.signOut({ scope: 'local' })
        if (error) {
          setLeftOnPurpose(false)
          throw error
        }
        discardStaffDrafts()
      },
    }
  }, [session, userId, account.data, account.isPending, leftOnPurpose, hadSession])

  return <AuthContext value={value}>{children}</AuthContext>
}

const actions: Pick<
  Auth,
  'signIn' | 'signUp' | 'resendConfirmation' | 'requestPasswordReset' | 'setPassword'
> = {
  async signIn({ email, password }) {
    const { error } = await supabase.auth.signInWithPassword({ email, password })
    if (error) throw error
  },
  async signUp({ fullName, email, password }) {
    const { data, error } = await supabase.auth.signUp({
      email,
      password,
      options: { data: { full_name: fullName }, emailRedirectTo: window.location.origin },
    })
    if (error) throw error
    return !data.session
  },
  async resendConfirmation(email) {
    const { error } = await supabase.auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: window.location.origin },
    })
    if (error) throw error
  },
  async requestPasswordReset(email) {
    const { error } = await supabase.auth.resetPasswordForEmail(email, {
      redirectTo: window.location.origin + paths.resetPassword,
    })
    if (error) throw error
  },
  async setPassword(password) {
    const { error } = await supabase.auth.updateUser({ password })
    if (error) throw error
  },
}
