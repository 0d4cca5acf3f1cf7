import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { readDraft, staffDraft, writeDraft } from '@/shared/forms/draft-storage'
import { restOf } from '@/shared/lib/rest-of'
import { Failure } from '@/shared/account-ui/failure'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/field'
import { addPersonNote, type PersonNote } from '../person/people-queries'

const MAX_TEXT = 5_000

interface NoteFormProps {
  person: string
  kind: PersonNote['kind']
  onClose: () => void
}

const words = {
  note: {
    label: 'New note',
    hint: 'Colleagues who can see these records can read it.',
  },
  call: { label: 'What was said in the call', hint: 'With its time and your name.' },
}

function storedIn(draft: string): string {
  const { body } = readDraft(draft)
  return typeof body === 'string' ? body : ''
}

/**
 * Writes down a note or a call. Typed text stays after a failure, and after the panel closes; text
 * typed while a note is being stored begins the next one.
 */
export function NoteForm({ person, kind, onClose }: NoteFormProps) {
  const userId = useAuth().user?.id ?? ''
  const draft = staffDraft(userId, `${kind}:${person}`)
  const [body, setBody] = useState(() => storedIn(draft))
  const [id, setId] = useState(() => crypto.randomUUID())
  const adding = useMutation(addPersonNote(person))
  const isEmpty = body.trim() === ''

  function write(text: string) {
    setBody(text)
    writeDraft(draft, text === '' ? {} : { body: text })
  }
  function save() {
    if (isEmpty || adding.isPending) return
    adding.mutate(
      { id, kind, body },
      {
        onSuccess: () => {
          const rest = restOf(storedIn(draft), body)
          write(rest)
          setId(crypto.randomUUID())
          if (rest === '') onClose()
        },
      },
    )
  }

  return (
    <form
      aria-label={words[kind].label}
      className="mb-5 grid gap-2 rounded-control border border-line bg-paper-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Field
        label={words[kind].label}
        description={words[kind].hint}
        autoFocus
        dir="auto"
        rows={3}
        maxLength={MAX_TEXT}
        value={body}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
          if (event.key === 'Escape') onClose()
        }}
      />
      <Failure of={adding} title="This was not saved." />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="sm" loading={adding.isPending} aria-disabled={isEmpty}>
          Add {kind}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          Cancel
        </Button>
        <span className="text-xs text-ink-soft pointer-coarse:hidden">Ctrl Enter adds it</span>
      </div>
    </form>
  )
}
