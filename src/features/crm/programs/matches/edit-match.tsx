import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { optionalDate } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { saveMatch, supervisorsQuery, type Match } from './match-queries'

const from = (least: number, most: number) =>
  z
    .string()
    .trim()
    .refine(
      (value) => /^\d+$/.test(value) && +value >= least && +value <= most,
      `Please enter a number from ${least} to ${most}`,
    )
    .transform(Number)

const schema = z
  .object({
    mentor_agreed_on: optionalDate,
    guardian_agreed_on: optionalDate,
    meetings_per_month: from(1, 20),
    contact_days: from(7, 92),
    supervisor_id: z.string().transform((id) => id || null),
    deputy_id: z.string().transform((id) => id || null),
  })
  .refine(
    ({ supervisor_id, deputy_id }) => !deputy_id || (supervisor_id && supervisor_id !== deputy_id),
    {
      path: ['deputy_id'],
      message: 'Please choose a supervisor, and as deputy someone else',
    },
  )

interface EditMatchProps {
  match: Match
  onClose: () => void
}

/** Changes the agreement, the rhythm and the supervision of a match. */
export function EditMatch({ match, onClose }: EditMatchProps) {
  // What the user saw: a later change of a colleague is not overwritten.
  const [seen] = useState(match)
  const supervisors = useQuery(supervisorsQuery)
  const saving = useMutation(saveMatch)
  const form = useSchemaForm(schema, {
    mentor_agreed_on: seen.mentor_agreed_on ?? '',
    guardian_agreed_on: seen.guardian_agreed_on ?? '',
    meetings_per_month: String(seen.meetings_per_month),
    contact_days: String(seen.contact_days),
    supervisor_id: seen.supervisor_id ?? '',
    deputy_id: seen.deputy_id ?? '',
  })
  const choices = (chosen: string | null, name: string | null) => {
    const listed = (supervisors.data ?? []).map(({ id, full_name }) => ({ id, label: full_name }))
    // Also who can no longer be chosen, and before the others load.
    return chosen && !listed.some(({ id }) => id === chosen)
      ? [{ id: chosen, label: name ?? 'Someone who left' }, ...listed]
      : listed
  }
  return (
    <FormDialog
      title="Edit the match"
      description="It begins with the yes of the mentor and of a guardian."
      form={form}
      saving={saving}
      save="Save"
      failed="The match was not saved."
      onSubmit={(typed) => {
        const keys = (Object.keys(typed) as (keyof typeof typed)[]).filter(
          (key) => typed[key] !== seen[key],
        )
        const of = (row: Pick<Match, keyof typeof typed>) =>
          Object.fromEntries(keys.map((key) => [key, row[key]]))
        if (keys.length === 0) onClose()
        else
          saving.mutate(
            { match: match.id, changes: of(typed), replaced: of(seen) },
            { onSuccess: onClose },
          )
      }}
      onClose={onClose}
    >
      {(Field) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field name="mentor_agreed_on" label="Mentor said yes on" type="date" />
            <Field name="guardian_agreed_on" label="Guardian said yes on" type="date" />
            <Field
              name="meetings_per_month"
              label="Meetings a month"
              required
              inputMode="numeric"
            />
            <Field
              name="contact_days"
              label="Days between contacts"
              required
              inputMode="numeric"
              hint="Half of them at first."
            />
          </div>
          <Field
            name="supervisor_id"
            label="Supervisor"
            as={ChoiceSelect}
            choices={choices(seen.supervisor_id, seen.supervisor)}
            none="No one"
            {...(supervisors.isError && { hint: 'Your colleagues could not be loaded.' })}
          />
          <Field
            name="deputy_id"
            label="Deputy"
            as={ChoiceSelect}
            choices={choices(seen.deputy_id, seen.deputy)}
            none="No one"
          />
        </>
      )}
    </FormDialog>
  )
}
