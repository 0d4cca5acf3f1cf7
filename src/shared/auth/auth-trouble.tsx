import { useEffect, useState } from 'react'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { Spinner } from '@/shared/ui/spinner'
import { useAuth } from './auth-context'

const PATIENCE_MS = 5_000

/** Shown until the session is known; after a while with a Sign Out button. */
export function AuthPending() {
  const { signOut } = useAuth()
  const [isLong, setIsLong] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])

  if (!isLong) return <Spinner className="mx-auto my-24" />
  return (
    <Section width="narrow">
      <Alert tone="warning" role="alert" title="We couldn’t check your sign-in yet.">
        The service is not responding. We keep trying and continue once it does.
        <div className="mt-3 flex flex-wrap gap-3">
          <RetryButton />
          <Button variant="ghost" size="sm" onClick={() => void signOut()}>
            Sign Out
          </Button>
        </div>
      </Alert>
    </Section>
  )
}

/** Warns that the user has the rights of a `user` because the account could not be read. */
export function AccountAlert() {
  return (
    <Alert
      tone="danger"
      role="alert"
      title="Your name, role and permissions could not be loaded."
      className="m-4"
    >
      Until then you see only what every account can see.
      <div className="mt-3">
        <RetryButton />
      </div>
    </Alert>
  )
}

function RetryButton() {
  const { retry } = useAuth()
  const [trying, setTrying] = useState(false)

  async function tryAgain() {
    setTrying(true)
    await retry()
    setTrying(false)
  }

  return (
    <Button variant="outline" size="sm" loading={trying} onClick={() => void tryAgain()}>
      Try again
    </Button>
  )
}
