import { useState } from 'react'
import { Button } from '@/shared/ui/button'
import { LinkWithoutUse } from '../components/link-without-use'
import { PageWithToken } from '../components/page-with-token'
import { askAsVisitor } from '../lib/ask-as-visitor'
import { useLinkToken } from '../lib/use-link-token'
import { failureText } from '../lib/use-status'

const title = 'Confirm your subscription'

const focusOn = (heading: HTMLElement | null) => heading?.focus()

/** Nothing is confirmed by looking at it: mail scanners open links too. */
export function ConfirmSubscriptionPage() {
  const token = useLinkToken()
  return <Question key={token} token={token} />
}

function Question({ token }: { token: string | undefined }) {
  const [state, setState] = useState<'asked' | 'sending' | 'done' | 'unknown' | Error>('asked')

  async function confirm() {
    setState('sending')
    try {
      const isKnown = await askAsVisitor((client) =>
        client.rpc('confirm_subscription', { token: token ?? '' }),
      )
      setState(isKnown ? 'done' : 'unknown')
    } catch (error) {
      setState(error as Error)
    }
  }

  return (
    <PageWithToken
      title={title}
      lead="News of the academy and our programs, by email."
      description="Confirm your address for our newsletter with one press. Every issue has a link that ends it."
    >
      {token === '' || state === 'unknown' ? (
        <LinkWithoutUse
          subject={title}
          hint="It works for seven days. After that, subscribe again and you get a new one."
        />
      ) : state === 'done' ? (
        <div role="status">
          <h2 ref={focusOn} tabIndex={-1} className="text-heading">
            You are subscribed
          </h2>
          <p className="mt-3 text-lg">The next newsletter comes to your address.</p>
        </div>
      ) : (
        <>
          <p className="text-lg">
            One press, and the newsletter comes to the address to which we sent the link. Every
            issue has another link that ends it.
          </p>
          <Button
            size="lg"
            className="mt-6"
            disabled={token === undefined}
            loading={state === 'sending'}
            onClick={() => void confirm()}
          >
            Confirm my subscription
          </Button>
          {state instanceof Error && (
            <p role="alert" className="mt-4 font-semibold text-danger">
              {failureText(state)}
            </p>
          )}
        </>
      )}
    </PageWithToken>
  )
}
