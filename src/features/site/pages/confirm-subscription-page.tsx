import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { PageMeta } from '../components/page-meta'

type State = 'asked' | 'sending' | 'confirmed' | 'unknown' | 'failed'

/** Where the link of the mail leads. Its token is in the fragment, which no server sees. */
export function ConfirmSubscriptionPage() {
  const { hash } = useLocation()
  return <Question key={hash} token={hash.slice(1)} />
}

function Question({ token }: { token: string }) {
  const [state, setState] = useState<State>('asked')

  async function confirm() {
    setState('sending')
    try {
      const { confirmSubscription } = await import('@/shared/supabase/public-client')
      const isKnown = await confirmSubscription(token)
      setState(isKnown ? 'confirmed' : 'unknown')
    } catch {
      setState('failed')
    }
  }

  return (
    <Section width="narrow">
      <PageMeta title="Confirm your subscription" />
      <h1>Our newsletter</h1>
      <p className="mt-4 text-lg">
        News of the academy and our programs, by email. One press, and it comes to the address that
        you gave us. Every issue has a link that ends it.
      </p>
      <div aria-live="polite" className="mt-8 grid gap-6">
        {state === 'confirmed' && (
          <Alert tone="success" title="You are subscribed.">
            The next newsletter comes to your address.
          </Alert>
        )}
        {state === 'unknown' && (
          <Alert tone="warning" title="This link does not work any more.">
            It works for seven days, and has to be whole. Subscribe again, and you get a new one.
          </Alert>
        )}
        {state === 'failed' && (
          <Alert tone="danger" title="Your subscription could not be confirmed.">
            We were not reached. Please try again.
          </Alert>
        )}
      </div>
      {state !== 'confirmed' && state !== 'unknown' && (
        <Button
          size="lg"
          className="mt-6"
          loading={state === 'sending'}
          onClick={() => void confirm()}
        >
          Confirm my subscription
        </Button>
      )}
    </Section>
  )
}
