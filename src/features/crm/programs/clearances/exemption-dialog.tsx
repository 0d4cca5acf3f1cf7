import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { requiredText } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { officeDay } from '@/shared/lib/office-day'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { addExemption, labelOf, type Named } from './clearance-queries'

const aDay = (missing: string) =>
  z.string().refine((day) => z.iso.date().safeParse(day).success && day < '2200', missing)

const schema = z
  .object({
    reason: requiredText(1000, 'Please give the reason'),
    starts_on: aDay('Please choose the first day').refine(
      (day) => day >= officeDay(new Date()),
      'An exemption can’t start in the past',
    ),
    ends_on: aDay('Please choose the last day'),
  })
  .refine(({ starts_on, ends_on }) => ends_on >= starts_on, {
    path: ['ends_on'],
    message: 'The exemption can’t end before it starts',
  })

interface ExemptionDialogProps {
  record: { id: string; name: string }
  requirement: Named & { requirement_id: string; program: string }
  onClose: () => void
}

/** Exempts a person from one requirement of one program, for a reason and until a day. */
export function ExemptionDialog({ record, requirement, onClose }: ExemptionDialogProps) {
  const [id] = useState(() => crypto.randomUUID())
  const today = useOfficeDay()
  const saving = useMutation(addExemption)
  const form = useSchemaForm(schema, { reason: '', starts_on: today, ends_on: '' })
  return (
    <FormDialog
      size="sm"
      title={`Exempt from ${labelOf(requirement)}`}
      description={`${record.name}, in ${requirement.program}.`}
      form={form}
      saving={saving}
      save="Exempt"
      failed="The exemption was not saved."
      onSubmit={(typed) =>
        saving.mutate(
          { id, requirement: requirement.requirement_id, record: record.id, ...typed },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {(Field) => (
        <>
          <Field name="reason" label="Reason" required rows={3} dir="auto" />
          <Field name="starts_on" label="From" required type="date" />
          <Field name="ends_on" label="Until" required type="date" hint="A year at most." />
        </>
      )}
    </FormDialog>
  )
}
