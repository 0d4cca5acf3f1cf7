import { useState } from 'react'
import { organisation } from '@/shared/data/organisation'
import { askAsVisitor } from '../lib/ask-as-visitor'
import { Button } from '@/shared/ui/button'
import { LinkWithoutUse } from '../components/link-without-use'
import { PageWithToken } from '../components/page-with-token'
import { useLinkToken } from '../lib/use-link-token'
import { failureText } from '../lib/use-status'

const title = 'Unsubscribe'

const focusOn = (heading: HTMLElement | null) => heading?.focus()

/** Nothing ends by looking at it: mail scanners open links too. */
export function UnsubscribePage() {
  const token = useLinkToken()
  const [state, setState] = useState<'asked' | 'sending' | 'done' | 'unknown' | Error>('asked')

  async function unsubscribe() {
    setState('sending')
    try {
      const found = await askAsVisitor((client) =>
        client.rpc('unsubscribe', { token: token ?? '' }),
      )
      setState(found ? 'done' : 'unknown')
    } catch (error) {
      setState(error as Error)
    }
  }

  return (
    <PageWithToken
      title={title}
      lead="No more news from us to your mailbox."
      description="End the newsletter and our campaigns for your address, with one press and without signing in."
    >
      {token === '' || state === 'unknown' ? (
        <LinkWithoutUse subject={title} />
      ) : state === 'done' ? (
        <div role="status">
          <h2 ref={focusOn} tabIndex={-1} className="text-heading">
            You are unsubscribed
          </h2>
          <p className="mt-3 text-lg">
            No newsletter and no campaign goes to your address any more. You can subscribe again at
            any time.
          </p>
        </div>
      ) : (
        <>
          <p className="text-lg">
            This ends the newsletter of {organisation.name} and all our campaigns for the address to
            which the email came. What you send us yourself is still answered.
          </p>
          <Button
            size="lg"
            className="mt-6"
            disabled={token === undefined}
            loading={state === 'sending'}
            onClick={() => void unsubscribe()}
          >
            Unsubscribe
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
