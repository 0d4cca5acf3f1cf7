import type { ReactNode } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { Card, CardContent } from '@/shared/ui/card'
import { SignOutButton } from '../sign-out-button'

/** A page of its own, with the way out. */
export function FactorFrame({ title, children }: { title: string; children: ReactNode }) {
  const { user } = useAuth()
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-4 py-10">
      <title>{title}</title>
      <Card>
        <CardContent className="grid gap-5">
          <h1 className="text-heading">{title}</h1>
          <p className="break-words text-ink-soft">For the account {user?.email}</p>
          {children}
        </CardContent>
      </Card>
      <SignOutButton className="mt-6 self-center" />
    </main>
  )
}
