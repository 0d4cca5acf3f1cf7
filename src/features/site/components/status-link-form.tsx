import { useRef, useState } from 'react'
import { Button } from '@/shared/ui/button'
import { askAsVisitor } from '../lib/ask-as-visitor'
import { failureText } from '../lib/use-status'

const sent =
  'If anything you sent from this address is still open, an email with a new link to it is on its way. Earlier links work as well.'
const invalid = 'Please enter a valid email address'

/** For a lost link. Like `StatusMessageForm` without the form kit. */
export function StatusLinkForm() {
  const field = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'typing' | 'sending' | 'sent' | { problem: string }>('typing')
  const problem = typeof state === 'object' ? state.problem : undefined

  async function send(address: string) {
    if (state === 'sending') return
    setState('sending')
    const outcome = field.current?.validity.valid
      ? await askAsVisitor((client) => client.rpc('send_status_links', { address })).then(
          () => 'sent' as const,
          (error: Error & { code?: string }) => ({
            problem: error.code === '23514' ? invalid : failureText(error),
          }),
        )
      : { problem: address.trim() ? invalid : 'Please enter your email address' }
    setState(outcome)
    if (outcome !== 'sent') field.current?.focus()
  }

  return (
    <form
      noValidate
      aria-label="Lost link"
      className="mb-8 grid grid-cols-1 gap-3 rounded-card border border-line bg-paper-raised p-6 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        void send(field.current?.value ?? '')
      }}
    >
      <label htmlFor="address" className="font-semibold">
        The email address you wrote from
      </label>
      <input
        ref={field}
        id="address"
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        aria-invalid={problem !== undefined}
        aria-describedby="outcome"
        className="min-h-12 w-full min-w-0 rounded-control border border-line-strong bg-white px-3.5 text-lg text-ink hover:border-ink-soft aria-invalid:border-danger"
        onChange={() => state !== 'sending' && setState('typing')}
      />
      <p
        id="outcome"
        role="status"
        className={`font-semibold empty:hidden ${problem === undefined ? 'text-success-ink' : 'text-danger'}`}
      >
        {state === 'sent' ? sent : problem}
      </p>
      <Button type="submit" loading={state === 'sending'} className="me-auto">
        {state === 'sending' ? 'Sending...' : 'Send me my link again'}
      </Button>
    </form>
  )
}
