import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm, type UseFormRegisterReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useAuth } from '@/shared/auth/auth-context'
import { optionLabel } from '@/shared/lib/option-label'
import { staffDraft } from '@/shared/lib/draft-storage'
import { useFormDraft } from '@/shared/lib/use-form-draft'
import { NewRow } from './new-row'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Field, type FieldControl } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { NativeSelect } from '@/shared/ui/native-select'
import { KeptChanges } from '@/shared/ui/kept-changes'
import { SensitiveBadge } from '@/shared/ui/sensitive-badge'
import { Textarea } from '@/shared/ui/textarea'
import type { EditableResource, Field as FieldDeclaration, Row } from './define-resource'
import { refusal } from './refusal'
import { addRow, updateRow } from './resource-queries'

interface ResourceDialogProps {
  resource: EditableResource
  /** What is edited; absent for a new one. */
  row: Row | undefined
  onClose: () => void
}

type Texts = Record<string, string>
type Values = Record<string, unknown>

/** Adds or edits a row. It stays open, with all that was typed, until the row is saved. */
export function ResourceDialog({ resource, row, onClose }: ResourceDialogProps) {
  const { fields, label, schema } = resource
  const [newRow] = useState(() => new NewRow(resource.table))
  const adding = useMutation(addRow(resource, newRow))
  const updating = useMutation(updateRow(resource.table, resource.toasts))
  const form = useForm<Texts, unknown, Values>({
    resolver: zodResolver(schema as unknown as z.ZodType<Values, Texts>),
    defaultValues: textsOf(resource, row),
  })
  const { register, handleSubmit, setError, formState } = form
  const userId = useAuth().user?.id
  const draft = useFormDraft(
    form,
    userId && staffDraft(userId, `${resource.table}:${row?.id ?? 'new'}`),
  )
  const { errors, dirtyFields, isDirty, isSubmitting } = formState
  const [isLeaving, setLeaving] = useState(false)
  useWarningBeforeUnload(isDirty)
  const close = () => {
    draft.discard()
    onClose()
  }

  const save = handleSubmit(async (values) => {
    try {
      if (row) {
        const changed = Object.keys(values).filter((key) => dirtyFields[key])
        if (changed.length === 0) return close()
        await updating.mutateAsync({
          id: row.id,
          values: Object.fromEntries(changed.map((key) => [key, values[key]])),
        })
      } else {
        await adding.mutateAsync(values)
      }
      close()
    } catch (error) {
      const { field, message } = refusal(resource, error as Error)
      setError(field ?? 'root', { message }, { shouldFocus: true })
    }
  })

  return (
    <Dialog
      open
      onOpenChange={() => {
        if (isSubmitting) return
        if (isDirty) setLeaving(true)
        else close()
      }}
    >
      <DialogContent
        title={row ? `Edit ${resource.title(row)}` : label.add}
        description={
          row
            ? `Change what is known about this ${label.one}.`
            : `A new ${label.one}, saved at once.`
        }
      >
        <form noValidate className="grid gap-5" onSubmit={(event) => void save(event)}>
          {draft.isRestored && <KeptChanges />}
          {errors.root && (
            <Alert tone="danger" role="alert" title="This was not saved.">
              {errors.root.message}
            </Alert>
          )}
          <div className="grid gap-5 sm:grid-cols-2">
            {Object.entries(fields).map(([key, field]) => (
              <Field
                key={key}
                label={
                  resource.sensitive?.includes(key) ? (
                    <span className="inline-flex flex-wrap items-center gap-x-2">
                      {field.label} <SensitiveBadge />
                    </span>
                  ) : (
                    field.label
                  )
                }
                description={field.hint}
                error={errors[key]?.message}
                required={isRequired(resource, key)}
                className={field.kind === 'textarea' ? 'sm:col-span-2' : undefined}
              >
                {(control) => (
                  <Control field={field} value={row?.[key]} {...control} {...register(key)} />
                )}
              </Field>
            ))}
          </div>
          <DialogFooter>
            <Button
              variant="outline"
              disabled={isSubmitting}
              onClick={() => (isDirty ? setLeaving(true) : close())}
            >
              Cancel
            </Button>
            <Button type="submit" loading={isSubmitting}>
              {isSubmitting ? 'Submitting...' : row ? 'Save Changes' : label.add}
            </Button>
          </DialogFooter>
        </form>
        <Dialog open={isLeaving} onOpenChange={setLeaving}>
          <DialogContent
            size="sm"
            title="Discard your changes?"
            description="What you typed here has not been saved."
          >
            <DialogFooter>
              <Button variant="outline" onClick={() => setLeaving(false)}>
                Keep Editing
              </Button>
              <Button variant="danger" onClick={close}>
                Discard
              </Button>
            </DialogFooter>
          </DialogContent>
        </Dialog>
      </DialogContent>
    </Dialog>
  )
}

interface ControlProps extends FieldControl, UseFormRegisterReturn {
  field: FieldDeclaration
  /** What is stored, which a select shows even if it is none of its options. */
  value: unknown
}

function Control({ field, value, ...control }: ControlProps) {
  if (field.kind === 'textarea') return <Textarea rows={4} {...control} />
  if (field.kind !== 'select') {
    // A number is typed as text: browsers take letters out of a number field without a word.
    const isNumber = field.kind === 'number'
    return (
      <Input
        autoComplete="off"
        type={isNumber ? 'text' : field.kind}
        inputMode={isNumber ? 'numeric' : undefined}
        {...control}
      />
    )
  }
  const isOther = typeof value === 'string' && !field.options.includes(value)
  return (
    <NativeSelect {...control}>
      {[...field.options, ...(isOther ? [value] : [])].map((option) => (
        <option key={option} value={option}>
          {optionLabel(option)}
        </option>
      ))}
    </NativeSelect>
  )
}

function isRequired({ schema }: EditableResource, key: string): boolean {
  return !(schema.shape as Record<string, z.ZodType>)[key]?.safeParse('').success
}

/** A row as its form shows it; the first option of a select is that of a new row. */
function textsOf({ fields }: EditableResource, row: Row | undefined): Texts {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const initial = field.kind === 'select' ? field.options[0] : ''
      const stored = row?.[key] as string | number | null | undefined
      return [key, String((row ? stored : initial) ?? '')]
    }),
  )
}

function useWarningBeforeUnload(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
