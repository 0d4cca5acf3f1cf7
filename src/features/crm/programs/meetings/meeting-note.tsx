import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { optionalText } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { Loading } from '@/shared/account-ui/loading'
import { Button } from '@/shared/ui/button'
import { correctMeeting, noteQuery } from './meeting-queries'

interface MeetingNoteProps {
  meeting: string
  /** The mentee whose opening is logged */
  child: string
  hasNote: boolean
}

/** The note of a one-to-one meeting, read after a logged opening of the child. */
export function MeetingNote({ meeting, child, hasNote }: MeetingNoteProps) {
  const [isOpen, setOpen] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const note = useQuery({ ...noteQuery(meeting, child), enabled: isOpen })
  return (
    <section aria-label="Note" className="max-w-measure">
      <h4 className="font-sans text-sm font-semibold">Note</h4>
      {!isOpen ? (
        <p className="mt-1">
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            {hasNote ? 'Show the note' : 'Write a note'}
          </Button>
          <span className="mt-1 block text-sm text-ink-soft">
            It is about a child: the log keeps who opens it.
          </span>
        </p>
      ) : !note.data ? (
        <Loading query={note} what="The note" className="my-3" />
      ) : (
        <>
          <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
            {note.data.note ?? <span className="text-ink-soft">No note yet.</span>}
          </p>
          <Button variant="ghost" size="sm" onClick={() => setChanging(true)}>
            {note.data.note ? 'Change the note' : 'Write a note'}
          </Button>
          {isChanging && (
            <NoteDialog
              meeting={meeting}
              child={child}
              stored={note.data.note}
              onClose={() => setChanging(false)}
            />
          )}
        </>
      )}
    </section>
  )
}

const schema = z.object({ note: optionalText(5_000) })

interface NoteDialogProps extends Omit<MeetingNoteProps, 'hasNote'> {
  stored: string | null
  onClose: () => void
}

function NoteDialog({ meeting, child, stored, onClose }: NoteDialogProps) {
  const client = useQueryClient()
  const form = useSchemaForm(schema, { note: stored ?? '' })
  const saving = useMutation(correctMeeting)
  return (
    <FormDialog
      size="sm"
      title="Note"
      description="Colleagues read it only after a logged opening of the child."
      form={form}
      saving={saving}
      save="Save"
      failed="The note was not saved."
      onSubmit={({ note }) =>
        saving.mutate(
          { meeting, changes: { note }, replaced: { note: stored } },
          {
            onSuccess: () => {
              client.setQueryData(noteQuery(meeting, child).queryKey, { note })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      {(Field) => <Field name="note" label="Note" rows={6} dir="auto" />}
    </FormDialog>
  )
}
