import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { daysLater } from '@/engine/tasks/due-days'
import { assigneesQuery } from '@/engine/tasks/task-queries'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { awayInWords, coversQuery } from '@/shared/auth/covers'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { setCover } from './away-queries'

const MOST_DAYS = 90

const schema = (today: string) =>
  z
    .object({
      starts_on: z.iso
        .date('Please choose a day')
        .refine((day) => day >= today, 'Please choose today or a later day'),
      ends_on: z.iso.date('Please choose a day'),
      covered_by: z.string().min(1, 'Please choose who covers'),
    })
    .refine(({ starts_on, ends_on }) => ends_on >= starts_on, {
      path: ['ends_on'],
      message: 'Please choose the first day or a later one',
    })
    .refine(({ starts_on, ends_on }) => ends_on < daysLater(starts_on, MOST_DAYS), {
      path: ['ends_on'],
      message: `Please choose ${MOST_DAYS} days at most`,
    })

interface AwayDialogProps {
  account: string
  name?: string | undefined
  onClose: () => void
}

/** Notes from when to when an account is away, and who covers. */
export function AwayDialog({ account, name, onClose }: AwayDialogProps) {
  const today = useOfficeDay()
  const [id] = useState(() => crypto.randomUUID())
  const staff = useQuery(assigneesQuery(null))
  const covers = useQuery(coversQuery)
  const form = useSchemaForm(schema(today), { starts_on: today, ends_on: '', covered_by: '' })
  const saving = useMutation(setCover)
  const choices = (staff.data ?? [])
    .filter((colleague) => colleague.id !== account)
    .map((colleague) => ({
      id: colleague.id,
      label: colleague.full_name + awayInWords(covers.data, colleague.id),
    }))
  return (
    <FormDialog
      title={name ? `${name} is away` : 'When are you away?'}
      description="The colleague who covers sees, does and gets mail about only what they may read anyway."
      size="sm"
      form={form}
      saving={saving}
      save="Save"
      failed="The absence was not noted."
      onSubmit={(wanted) =>
        saving.mutate({ ...wanted, cover: id, account }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      {(Field) => (
        <>
          <Field name="starts_on" label="First day" required type="date" />
          <Field name="ends_on" label="Last day" required type="date" />
          <Field
            name="covered_by"
            label="Covered by"
            required
            as={ChoiceSelect}
            choices={choices}
            {...(staff.isError && { hint: 'Your colleagues could not be loaded.' })}
          />
        </>
      )}
    </FormDialog>
  )
}
