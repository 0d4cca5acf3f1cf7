import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { matchRoute, routes } from '@/shared/auth/routes'
import { Card, CardContent } from '@/shared/ui/card'
import { SignOutButton } from '../sign-out-button'

/** A page of its own, with the way out. */
export function FactorFrame({ title, children }: { title: string; children: ReactNode }) {
  const { user } = useAuth()
  const route = matchRoute(useLocation().pathname)
  // The public layout is around it, and has the landmark.
  const Frame = route && routes[route].layout === 'public' ? 'div' : 'main'
  return (
    <Frame className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-4 py-10">
      <title>{title}</title>
      <Card>
        <CardContent className="grid gap-5">
          <h1 className="text-heading">{title}</h1>
          <p className="break-words text-ink-soft">For the account {user?.email}</p>
          {children}
        </CardContent>
      </Card>
      <SignOutButton className="mt-6 self-center" />
    </Frame>
  )
}
