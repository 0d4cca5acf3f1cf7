import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { matchRoute, routes } from '@/shared/auth/routes'
import { AuthPage } from '../auth-page'
import { SignOutButton } from '@/shared/auth/sign-out-button'

/** A page about the second factor, with a button to sign out. */
export function FactorFrame({ title, children }: { title: string; children: ReactNode }) {
  const { user } = useAuth()
  const route = matchRoute(useLocation().pathname)
  return (
    <AuthPage
      title={title}
      as={route && routes[route].layout === 'public' ? 'div' : 'main'}
      footer={<SignOutButton className="mt-6 self-center" />}
    >
      <p className="break-words text-ink-soft">For the account {user?.email}</p>
      {children}
    </AuthPage>
  )
}
