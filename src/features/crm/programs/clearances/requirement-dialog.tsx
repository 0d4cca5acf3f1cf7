import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { z } from 'zod'
import { optionalLine, requiredLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { NativeSelect } from '@/shared/ui/native-select'
import {
  addRequirement,
  changeRequirement,
  requiredQuery,
  type ClearableKind,
  type Requirement,
} from './clearance-queries'

const usual = ['Background check', 'References', 'Training', 'Signed policy']

const schema = z.object({
  kind: z.enum(['mentors', 'trainers']),
  name: requiredLine(100, 'Please name what is required'),
  version: optionalLine(40),
  months: z
    .string()
    .trim()
    .refine(
      (typed) => typed === '' || (/^\d{1,3}$/.test(typed) && +typed >= 1 && +typed <= 120),
      'A whole number of months from 1 to 120, or nothing',
    )
    .transform((typed) => (typed === '' ? null : Number(typed))),
})

interface RequirementDialogProps {
  program: string
  /** The one to change; absent for a new one */
  requirement?: Requirement | undefined
  onClose: () => void
}

/** What a program requires of its mentors or trainers. */
export function RequirementDialog({ program, requirement, onClose }: RequirementDialogProps) {
  const [id] = useState(() => requirement?.id ?? crypto.randomUUID())
  const names = useId()
  const known = useQuery(requiredQuery())
  const saving = useMutation(requirement ? changeRequirement : addRequirement(program))
  const form = useSchemaForm(schema, {
    kind: requirement?.kind ?? ('mentors' satisfies ClearableKind),
    name: requirement?.name ?? '',
    version: requirement?.version ?? '',
    months: requirement?.months?.toString() ?? '',
  })
  const isTaken = (saving.error as { code?: string } | null)?.code === '23505'
  return (
    <FormDialog
      size="sm"
      title={requirement ? 'Change a requirement' : 'Add a requirement'}
      description="People who do not meet it can’t join the program. Those who are in it stay, and you see what they lack."
      form={form}
      saving={isTaken ? { isPending: saving.isPending, error: null } : saving}
      save="Save"
      failed="The requirement was not saved."
      onSubmit={(typed) =>
        saving.mutate(
          { id, ...typed },
          {
            onSuccess: onClose,
            onError: (error) =>
              (error as { code?: string }).code === '23505' &&
              form.setError('name', { message: 'This program already requires this' }),
          },
        )
      }
      onClose={onClose}
    >
      {(Field) => (
        <>
          {!requirement && (
            <Field name="kind" label="Of whom" as={NativeSelect}>
              <option value="mentors">Mentors</option>
              <option value="trainers">Trainers</option>
            </Field>
          )}
          <Field
            name="name"
            label="What is required"
            required
            autoComplete="off"
            list={names}
            {...(requirement && {
              description: 'With another name or version, earlier evidence no longer counts.',
            })}
          />
          <datalist id={names}>
            {[...new Set([...usual, ...(known.data ?? []).map(({ name }) => name)])].map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Field
            name="version"
            label="Version"
            hint="Of a policy to be signed. Leave it empty for anything else."
            autoComplete="off"
          />
          <Field
            name="months"
            label="Good for how many months"
            hint="Leave it empty if it never ends."
            inputMode="numeric"
            autoComplete="off"
          />
        </>
      )}
    </FormDialog>
  )
}
