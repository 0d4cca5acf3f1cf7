import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { optionalText } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { logContact, parties, type Match } from './match-queries'

interface ContactDialogProps {
  match: Match
  onClose: () => void
}

/** Logs that someone talked with mentor, mentee or guardian. */
export function ContactDialog({ match, onClose }: ContactDialogProps) {
  const [id] = useState(() => crypto.randomUUID())
  const today = useOfficeDay()
  const saving = useMutation(logContact)
  const schema = useMemo(
    () =>
      z
        .object({
          mentor: z.boolean(),
          mentee: z.boolean(),
          guardian: z.boolean(),
          day: z
            .string()
            .refine((day) => z.iso.date().safeParse(day).success, 'Please choose a day')
            .refine((day) => day <= today, 'The day can’t be later than today'),
          note: optionalText(2000),
        })
        .refine(({ mentor, mentee, guardian }) => mentor || mentee || guardian, {
          path: ['guardian'],
          message: 'Please choose whom you talked with',
        }),
    [today],
  )
  const form = useSchemaForm(schema, {
    mentor: false,
    mentee: false,
    guardian: false,
    day: today,
    note: '',
  })
  return (
    <FormDialog
      size="sm"
      title="Log a contact"
      description="Whom you talked with, and when. The next contact moves on."
      form={form}
      saving={saving}
      save="Log"
      failed="The contact was not logged."
      onSubmit={({ day, note, ...met }) =>
        saving.mutate(
          {
            id,
            match: match.id,
            day,
            met: parties.filter((party) => met[party]),
            ...(note && { note }),
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {(Field, Tick) => (
        <>
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 font-semibold">Talked with</legend>
            <Tick name="mentor" label="Mentor" />
            <Tick name="mentee" label="Mentee" />
            <Tick name="guardian" label="Guardian" />
          </fieldset>
          <Field name="day" label="Day" required type="date" />
          <Field
            name="note"
            label="Note"
            rows={3}
            dir="auto"
            hint="For the supervisor, the deputy, you and who manages mentees."
          />
        </>
      )}
    </FormDialog>
  )
}
