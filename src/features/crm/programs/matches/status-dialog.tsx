import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { formText, requiredText } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { changeStatus, type Match } from './match-queries'

type Next = 'active' | 'paused' | 'closed'

const words = {
  active: { title: 'Begin the match', save: 'Begin', text: 'From this day on they meet.' },
  paused: {
    title: 'Pause the match',
    save: 'Pause',
    text: 'Until you resume it, it is never quiet and has no contact due.',
  },
  closed: {
    title: 'Close the match',
    save: 'Close the match',
    text: 'It stays closed. What they logged stays for two years.',
  },
} as const

interface StatusDialogProps {
  match: Match
  status: Next
  onClose: () => void
}

/** Begins, resumes, pauses or closes a match on a day. */
export function StatusDialog({ match, status, onClose }: StatusDialogProps) {
  const today = useOfficeDay()
  const saving = useMutation(changeStatus(status))
  const schema = useMemo(
    () =>
      z.object({
        on_day: z
          .string()
          .refine((day) => z.iso.date().safeParse(day).success, 'Please choose a day')
          .refine((day) => day <= today, 'The day can’t be later than today'),
        reason: status === 'closed' ? requiredText(500, 'Please say why') : formText(500),
      }),
    [status, today],
  )
  const form = useSchemaForm(schema, { on_day: today, reason: '' })
  const isResumed = status === 'active' && match.status === 'paused'
  return (
    <FormDialog
      size="sm"
      title={isResumed ? 'Resume the match' : words[status].title}
      description={isResumed ? 'From this day on they meet again.' : words[status].text}
      form={form}
      saving={saving}
      save={isResumed ? 'Resume' : words[status].save}
      failed="The match was not changed."
      onSubmit={({ on_day, reason }) =>
        saving.mutate(
          {
            match: match.id,
            seen: match.status,
            on_day,
            ...(status === 'closed' && { reason }),
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {(Field) => (
        <>
          <Field name="on_day" label="Day" required type="date" />
          {status === 'closed' && (
            <Field name="reason" label="Reason" required rows={3} dir="auto" />
          )}
        </>
      )}
    </FormDialog>
  )
}
