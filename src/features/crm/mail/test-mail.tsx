import { useMutation, useQuery } from '@tanstack/react-query'
import { useAuth } from '@/shared/auth/auth-context'
import { Alert, type AlertTone } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { Spinner } from '@/shared/ui/spinner'
import { outcomeQuery, sendTest } from './mail-queries'
import { Panel } from '@/shared/account-ui/panel'

export function TestMail() {
  const { user } = useAuth()
  const test = useMutation(sendTest)
  return (
    <Panel title="Try it" text={`A test goes to your own address, ${user?.email ?? ''}.`}>
      <div className="grid justify-items-start gap-4">
        <Button loading={test.isPending} onClick={() => test.mutate()}>
          {test.data ? 'Send another test email' : 'Send a test email'}
        </Button>
        <div aria-live="polite" className="w-full empty:hidden">
          {test.data && <Outcome key={test.data} id={test.data} />}
        </div>
      </div>
    </Panel>
  )
}

const outcomes: Readonly<Record<string, { tone: AlertTone; title: string; text?: string }>> = {
  sent: {
    tone: 'success',
    title: 'The mail server accepted it.',
    text: 'Check your inbox, and what the headers say about SPF, DKIM and DMARC.',
  },
  failed: { tone: 'danger', title: 'It could not be sent.' },
  suppressed: {
    tone: 'warning',
    title: 'Your address is blocked.',
    text: 'Find it below and unblock it.',
  },
  cancelled: { tone: 'warning', title: 'It was cancelled.' },
}

function Outcome({ id }: { id: string }) {
  const query = useQuery(outcomeQuery(id))
  if (query.isError) {
    return <LoadFailure title="The result could not be loaded." query={query} />
  }
  const { state, error } = query.data ?? { state: 'queued', error: null }
  const outcome = outcomes[state]
  if (outcome) {
    return (
      <Alert tone={outcome.tone} title={outcome.title}>
        {[outcome.text, state !== 'sent' && error].filter(Boolean).join(' ')}
      </Alert>
    )
  }
  return (
    <>
      <Spinner label={state === 'sending' ? 'Sending...' : 'Waiting to be sent...'} />
      {error && <p className="mt-2 text-sm text-ink-soft">Not sent yet, trying again: {error}</p>}
    </>
  )
}
