import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accepted } from '@/engine/files/file-words'
import { addFiles } from '@/engine/files/uploads'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Field as PlainField } from '@/shared/ui/field'
import {
  addEvidence,
  keyOf,
  labelOf,
  requiredQuery,
  type ClearableKind,
  type Named,
} from './clearance-queries'
import { evidenceSchema } from './evidence-fields'
import { useProposedEnd } from './use-proposed-end'
import { notify } from '@/shared/ui/notify'

interface EvidenceDialogProps {
  record: { kind: ClearableKind; id: string; name: string }
  /** The requirement that it is for, chosen at first */
  what?: Named | undefined
  onClose: () => void
}

/** Enters evidence of one person, with its files. */
export function EvidenceDialog({ record, what, onClose }: EvidenceDialogProps) {
  const [id] = useState(() => crypto.randomUUID())
  const [files, setFiles] = useState<readonly File[]>([])
  const today = useOfficeDay()
  const client = useQueryClient()
  const required = useQuery(requiredQuery(record.kind))
  const saving = useMutation(addEvidence)
  const choices = (required.data ?? []).map((one) => ({
    id: keyOf(one),
    label: labelOf(one),
    ...one,
  }))
  const first = what && keyOf(what)
  // Listed before the others load, or the browser would select another option.
  const options =
    what && !choices.some((one) => one.id === first)
      ? [{ id: keyOf(what), label: labelOf(what) }, ...choices]
      : choices
  const form = useSchemaForm(evidenceSchema, {
    what: first ?? '',
    done_on: today,
    valid_until: '',
    note: '',
  })

  useProposedEnd(form, choices)

  return (
    <FormDialog
      size="sm"
      title="Add evidence"
      description={`For ${record.name}. You are recorded as the one who verified it.`}
      form={form}
      saving={saving}
      save="Add evidence"
      failed="The evidence was not saved."
      onSubmit={({ what: chosen, ...typed }) => {
        const named = choices.find((one) => one.id === chosen) ?? what!
        saving.mutate(
          {
            id,
            kind: record.kind,
            record: record.id,
            name: named.name,
            version: named.version,
            ...typed,
          },
          {
            onSuccess: () => {
              notify({ title: 'Evidence added', tone: 'success' })
              addFiles(
                client,
                { kind: 'clearances', id, name: `${labelOf(named)} of ${record.name}` },
                files,
              )
              onClose()
            },
          },
        )
      }}
      onClose={onClose}
    >
      {(Field) => (
        <>
          <Field
            name="what"
            label="What was checked"
            required
            as={ChoiceSelect}
            choices={options}
            {...(required.isError && { hint: 'The requirements could not be loaded.' })}
            {...(required.data?.length === 0 && {
              hint: 'No program requires anything yet. Add a requirement to a program first.',
            })}
          />
          <Field name="done_on" label="Done on" required type="date" />
          <Field
            name="valid_until"
            label="Valid until"
            type="date"
            hint="Leave it empty if it has no end."
          />
          <Field
            name="note"
            label="Note"
            rows={2}
            dir="auto"
            hint="Only people who verify clearances read it."
          />
          <PlainField
            label="Files"
            type="file"
            multiple
            accept={accepted}
            description={
              files.length > 0
                ? files.map(({ name }) => name).join(', ')
                : 'A PDF, a picture or a Word file, up to 20 MB each.'
            }
            onChange={({ target }) => setFiles([...(target.files ?? [])])}
          />
        </>
      )}
    </FormDialog>
  )
}
