import ArrowLeft from 'lucide-react/icons/arrow-left'
import CircleX from 'lucide-react/icons/circle-x'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { RoleBadge } from '@/shared/auth/role-badge'
import type { Role } from '@/shared/auth/roles'
import { paths } from '@/shared/config/paths'
import { Alert } from '@/shared/ui/alert'
import { Button, buttonClass } from '@/shared/ui/button'
import { Card, CardContent } from '@/shared/ui/card'
import { Container } from '@/shared/ui/container'
import { notify } from '@/shared/ui/notify'
import { useToaster } from '@/shared/ui/use-toaster'

/** The accounts that the page lists. None is ever created. */
const demoAccounts: readonly { email: string; role: Role }[] = [
  { email: 'admin@demo.example', role: 'admin' },
  { email: 'director@demo.example', role: 'director' },
  { email: 'development@demo.example', role: 'development_manager' },
  { email: 'accounting@demo.example', role: 'accounting' },
  { email: 'staff@demo.example', role: 'staff' },
  { email: 'mentor@demo.example', role: 'mentor' },
  { email: 'mentee@demo.example', role: 'mentee' },
  { email: 'student@demo.example', role: 'student' },
  { email: 'donor@demo.example', role: 'donor' },
  { email: 'supporter@demo.example', role: 'supporter' },
]

const PAUSE_MS = 500
const total = demoAccounts.length

const disabled = 'Demo user creation disabled. Use proper authentication with secure passwords.'

/**
 * Goes through the demo accounts and reports for each that its creation is disabled. It makes no
 * call: a page open to everyone must not create accounts.
 */
export function SeedDemoUsersPage() {
  useToaster()
  /** How many accounts have been reported on; undefined before the first run. */
  const [done, setDone] = useState<number>()
  const running = done !== undefined && done < total

  useEffect(() => {
    if (!running) return
    const timer = setTimeout(
      () => {
        setDone(done + 1)
        if (done + 1 === total) {
          notify({
            title: 'Seeding Complete',
            description: `Successfully created/verified 0 out of ${total} demo accounts`,
          })
        }
      },
      // No pause before the first account.
      done === 0 ? 0 : PAUSE_MS,
    )
    return () => clearTimeout(timer)
  }, [running, done])

  return (
    <main className="py-8 sm:py-12">
      <title>Seed Demo Users</title>
      <Container width="narrow">
        <Link to={paths.home} className="inline-flex min-h-11 items-center gap-2 font-semibold">
          <ArrowLeft aria-hidden="true" className="size-5" />
          Back to Home
        </Link>
        <h1 className="mt-4">Seed Demo Users</h1>
        <p className="mt-3 text-lg text-ink-soft">
          These {total} accounts would show what each role sees.
        </p>
        <Alert title="Creating them is disabled" className="mt-6">
          A run goes through the list and reports on each account. It sends nothing and creates no
          account.
        </Alert>

        <div className="mt-6 flex flex-wrap items-center gap-4">
          <Button variant="accent" size="lg" loading={running} onClick={() => setDone(0)}>
            {running ? 'Creating accounts...' : 'Create All Demo Users'}
          </Button>
          {done === total && (
            <Link to={paths.login} className={buttonClass({ variant: 'outline', size: 'lg' })}>
              Go to the login page
            </Link>
          )}
        </div>
        {done !== undefined && (
          <progress
            aria-label="Accounts checked"
            value={done}
            max={total}
            className="ui-progress mt-6"
          />
        )}
        <p role="status" className="mt-2 min-h-7 text-ink-soft">
          {done !== undefined && `${done} of ${total} accounts checked`}
        </p>

        <Card className="mt-4">
          <CardContent>
            <ul aria-label="Demo accounts" className="divide-y divide-line">
              {demoAccounts.map(({ email, role }, index) => (
                <li key={email} className="py-3">
                  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                    <span className="min-w-0 break-words">{email}</span>
                    <RoleBadge role={role} />
                  </div>
                  {done !== undefined && index < done && (
                    <p className="mt-1 flex gap-2 text-sm text-danger">
                      <CircleX aria-hidden="true" className="h-6 w-4.5 flex-none" />
                      {disabled}
                    </p>
                  )}
                </li>
              ))}
            </ul>
          </CardContent>
        </Card>
      </Container>
    </main>
  )
}
