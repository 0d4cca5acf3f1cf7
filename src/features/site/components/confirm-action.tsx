import { useState } from 'react'
import { Button } from '@/shared/ui/button'
import { askAsVisitor } from '../lib/ask-as-visitor'
import { useLinkToken } from '../lib/use-link-token'
import { failureText } from '../lib/use-status'
import { InvalidLink } from './invalid-link'
import { PageWithToken } from './page-with-token'

interface ConfirmActionProps {
  title: string
  lead: string
  description: string
  /** Returns whether the link's token was valid. */
  rpc: 'confirm_subscription' | 'unsubscribe'
  /** Advice for a visitor whose link is invalid. */
  hint?: string
  question: string
  label: string
  done: { title: string; text: string }
}

const focusOn = (heading: HTMLElement | null) => heading?.focus()

/** The page behind an email link. Opening it changes nothing: mail scanners open links too. */
export function ConfirmAction(props: ConfirmActionProps) {
  const token = useLinkToken()
  return <Question key={token} token={token} {...props} />
}

function Question({
  token,
  title,
  rpc,
  hint,
  question,
  label,
  done,
  ...page
}: ConfirmActionProps & { token: string | undefined }) {
  const [state, setState] = useState<'asked' | 'sending' | 'done' | 'unknown' | Error>('asked')

  async function confirm() {
    setState('sending')
    try {
      const isKnown = await askAsVisitor((client) => client.rpc(rpc, { token: token ?? '' }))
      setState(isKnown ? 'done' : 'unknown')
    } catch (error) {
      setState(error as Error)
    }
  }

  return (
    <PageWithToken title={title} {...page}>
      {token === '' || state === 'unknown' ? (
        <InvalidLink subject={title} isMissing={token === ''} {...(hint && { hint })} />
      ) : state === 'done' ? (
        <div role="status">
          <h2 ref={focusOn} tabIndex={-1} className="text-heading">
            {done.title}
          </h2>
          <p className="mt-3 text-lg">{done.text}</p>
        </div>
      ) : (
        <>
          <p className="text-lg">{question}</p>
          <Button
            size="lg"
            className="mt-6"
            disabled={token === undefined}
            loading={state === 'sending'}
            onClick={() => void confirm()}
          >
            {label}
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
