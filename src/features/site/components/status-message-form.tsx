import { useId, useRef, useState } from 'react'
import { askAsVisitor } from '../lib/ask-as-visitor'
import { readDraft, writeDraft } from '@/shared/forms/draft-storage'
import { Button } from '@/shared/ui/button'
import { failureText } from '../lib/use-status'

interface StatusMessageFormProps {
  /** How many more may be added */
  left: number
  token: string
  /** The submission's reference, for the draft's name */
  reference: string
  onChange: () => Promise<void>
}

const LIMIT = 2_000

/** Adds a message. Without the form kit, which is larger than the whole page. */
export function StatusMessageForm({ left, token, reference, onChange }: StatusMessageFormProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = `message:${reference}`
  const [body, setBody] = useState(() => {
    const kept = readDraft(draft).body
    return typeof kept === 'string' ? kept : ''
  })
  const [isSending, setSending] = useState(false)
  const [told, setTold] = useState<{ text: string; isError: boolean }>()

  function type(text: string) {
    setBody(text)
    writeDraft(draft, text ? { body: text } : {})
  }

  async function send() {
    if (isSending) return
    if (body.trim() === '') return setTold({ text: 'Please write something.', isError: true })
    setSending(true)
    setTold(undefined)
    try {
      // The status read afterwards shows an expired link.
      if (await askAsVisitor((client) => client.rpc('add_message', { token, body }))) {
        // Without the helper for staff notes: its bytes would load with other public pages.
        const typed = field.current?.value ?? ''
        type(typed.startsWith(body) ? typed.slice(body.length) : typed)
        setTold({ text: 'Your message has been added.', isError: false })
      }
      await onChange()
    } catch (error) {
      setTold({
        text: `${failureText(error as Error)} Your text is still here.`,
        isError: true,
      })
    }
    setSending(false)
  }

  if (left === 0) {
    return (
      <p role="status" className="text-ink-soft">
        You’ve reached the limit of messages for this page. Please reply to our email, or call us.
      </p>
    )
  }
  return (
    <form
      noValidate
      className="grid gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h2 className="text-heading">
        <label htmlFor={id}>Add a message</label>
      </h2>
      <textarea
        ref={field}
        id={id}
        dir="auto"
        rows={4}
        maxLength={LIMIT}
        value={body}
        aria-describedby={`${id}-hint`}
        className="field-sizing-content max-h-96 min-h-29 w-full rounded-control border border-line-strong bg-paper-raised px-3.5 py-2.5 text-base/6 hover:border-ink-soft"
        onChange={({ target }) => {
          type(target.value)
          setTold(undefined)
        }}
      />
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        Anything you forgot, or that has changed: up to {LIMIT.toLocaleString('en-US')} characters.
        You can add {left === 1 ? 'one more message' : `${left} more messages`}.
      </p>
      <p
        role="status"
        className={told?.isError ? 'font-semibold text-danger' : 'font-semibold text-success-ink'}
      >
        {told?.text}
      </p>
      <Button type="submit" loading={isSending} className="me-auto">
        {isSending ? 'Adding...' : 'Add Message'}
      </Button>
    </form>
  )
}
