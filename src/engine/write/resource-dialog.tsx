import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, type UseMutationResult } from '@tanstack/react-query'
import { useState, type ElementType, type FormEvent, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useStaffDraftName } from '@/shared/auth/use-staff-draft-name'
import { optionLabel } from '@/shared/lib/option-label'
import { useFormDraft } from '@/shared/forms/use-form-draft'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { EditorDialog, useEditor } from '@/shared/account-ui/editor-dialog'
import { FormFields } from '@/shared/ui/form'
import { FormFooter } from '@/shared/account-ui/form-footer'
import { RestoredDraft } from '@/shared/account-ui/restored-draft'
import { Loading } from '@/shared/account-ui/loading'
import { NativeSelect } from '@/shared/ui/native-select'
import { Options } from '@/shared/account-ui/options'
import { SensitiveBadge } from '@/shared/account-ui/sensitive-badge'
import { shown } from '../record/changes'
import type { EditableResource, Field as FieldDeclaration, Row } from '../core/define-resource'
import { openRecord } from '../core/openings'
import { OpenButton } from '../record/protected-fields'
import { RecordHistory } from '../record/record-history'
import { refusal } from './refusal'
import { rowQuery } from '../core/resource-queries'
import { addRow, pick, updateRow } from '../core/row-changes'
import { RowChangedError } from '../core/row-errors'
import { schemaParts } from '../core/schema-parts'
import { SimilarRows, similarRows, useSimilarRows } from './similar-rows'

type Texts = Record<string, string>
type Values = Record<string, unknown>

interface ResourceDialogProps {
  resource: EditableResource
  /** The row to edit; absent for a new one. */
  row: Row | undefined
  /** The initial values of a new row that another page asks for. */
  prefilled?: Values | undefined
  onClose: () => void
}

/** Adds or edits a row. It stays open with the typed values until the row is saved. */
export function ResourceDialog({ resource, row, prefilled, onClose }: ResourceDialogProps) {
  const { label, title } = resource
  const draft = useStaffDraftName(`${resource.slug}:${row?.id ?? 'new'}`)
  return (
    <EditorDialog
      draft={draft}
      title={row ? `Edit ${title(row)}` : label.add}
      description={
        row ? `Change the details of this ${label.one}.` : `A new ${label.one}, saved at once.`
      }
      onClose={onClose}
    >
      {row ? (
        <EditForm resource={resource} draft={draft} id={row.id} />
      ) : (
        <AddForm resource={resource} draft={draft} prefilled={prefilled} />
      )}
    </EditorDialog>
  )
}

interface FormProps {
  resource: EditableResource
  draft: string | undefined
}

type AddFormProps = FormProps & Pick<ResourceDialogProps, 'prefilled'>

function AddForm({ resource, draft, prefilled }: AddFormProps) {
  const [id] = useState(() => crypto.randomUUID())
  const { mutateAsync } = useMutation(addRow(resource, id))
  const { similar, isWarned } = useSimilarRows(async (values, signal) =>
    resource.warnsOfSimilar ? similarRows(resource.table, [{ ...values, id }], signal) : [],
  )

  return (
    <ResourceForm
      resource={resource}
      draft={draft}
      prefilled={prefilled && { ...textsOf(resource, undefined), ...prefilled }}
      save={async (values) => ((await isWarned(values)) ? mutateAsync(values) : 'warned')}
      saveLabel={similar.length > 0 ? 'Add anyway' : undefined}
      warning={similar.length > 0 && <SimilarRows rows={similar} one={resource.label.one} />}
    />
  )
}

function EditForm({ resource, draft, id }: FormProps & { id: string }) {
  const stored = useQuery(rowQuery(resource, id))
  const { mutateAsync } = useMutation(updateRow(resource))
  const opening = useMutation(openRecord(resource, id))
  if (!stored.data) {
    return <Loading query={stored} what={`The ${resource.label.one}`} className="my-10" />
  }
  return (
    <>
      <ResourceForm
        resource={resource}
        draft={draft}
        stored={stored.data}
        opening={resource.protected && opening}
        save={(values, expected) => mutateAsync({ id, values, expected })}
      />
      <RecordHistory id={id} labels={resource.fields} />
    </>
  )
}

interface ResourceFormProps extends FormProps {
  stored?: Values
  /** Opens the protected fields of a stored row, which are not shown before. */
  opening?: UseMutationResult<Values, Error, void> | undefined
  prefilled?: Values | undefined
  /** Gets only the changed fields of a stored row, and their former values. A warning saves nothing. */
  save: (values: Values, expected: Values) => Promise<void | 'warned'>
  /** The label of the save button, when it differs from the default. */
  saveLabel?: string | undefined
  warning?: ReactNode
  /** Before the fields of the resource */
  children?: ReactNode
}

/** The fields of a resource, in an `EditorDialog`. */
export function ResourceForm(props: ResourceFormProps) {
  const { resource, draft, stored, opening, prefilled, save, saveLabel, warning, children } = props
  const { fields, label } = resource
  const [schema] = useState(() => resource.schema(schemaParts))
  const [known, setKnown] = useState(stored)
  const form = useForm<Texts, unknown, Values>({
    resolver: zodResolver(schema as unknown as z.ZodType<Values, Texts>),
    defaultValues: textsOf(resource, stored ?? prefilled),
  })
  const { handleSubmit, setError, formState } = form
  const { dirtyFields, isDirty, isSubmitting } = formState
  const isClosed = (key: string) =>
    opening !== undefined && !opening.isSuccess && (resource.protected ?? []).includes(key)
  // Opened fields are not stored in the browser.
  const { isRestored } = useFormDraft(form, draft, opening ? [...(resource.protected ?? [])] : [])
  const { close } = useEditor({ isDirty, isSaving: isSubmitting, staysOpen: true })
  // Shown until the next success or failure: the button must not move away from under a click.
  const [failure, setFailure] = useState<Pick<SaveFailureProps, 'error' | 'message'>>()
  const [conflicts, setConflicts] = useState<readonly string[]>([])

  // Typed while saving: the dialog stays open with it.
  const [isTypedOn, setTypedOn] = useState(false)

  async function store(values: Values, sent: string) {
    const changed = Object.keys(values).filter((key) => !known || dirtyFields[key])
    try {
      const expected = known ? pick(known, changed) : {}
      if (changed.length > 0 && (await save(pick(values, changed), expected)) === 'warned') return
    } catch (error) {
      const { field, message } = refusal(resource, error as Error)
      setFailure({
        error: error as Error,
        message: field ? 'Please check the marked field.' : message,
      })
      if (error instanceof RowChangedError) {
        const theirs = error.stored
        setConflicts(
          Object.keys(fields).filter((key) => key in theirs && theirs[key] !== known?.[key]),
        )
        return rebaseOnto(theirs)
      }
      return field && setError(field, { message }, { shouldFocus: true })
    }
    if (JSON.stringify(form.getValues()) === sent) return close()
    setFailure(undefined)
    setTypedOn(true)
    if (known) rebaseOnto(pick(values, changed))
  }

  function submit(event: FormEvent) {
    const sent = JSON.stringify(form.getValues())
    setTypedOn(false)
    void handleSubmit((values) => store(values, sent))(event)
  }

  /** From here on the form compares with these stored values; typed values stay. */
  function rebaseOnto(read: Values) {
    const now = { ...known, ...read }
    setKnown(now)
    form.reset(textsOf(resource, now), { keepDirtyValues: true })
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {isRestored && <RestoredDraft />}
      {isTypedOn && !failure && (
        <Alert ref={bringIntoView} role="status" title="Saved, except your latest typing.">
          Save again to keep that too.
        </Alert>
      )}
      {warning}
      {failure && (
        <SaveFailure
          {...failure}
          resource={resource}
          known={known}
          conflicts={conflicts}
          onTheirs={(key) => {
            form.resetField(key)
            setConflicts(conflicts.filter((one) => one !== key))
          }}
        />
      )}
      {children}
      <div className="grid gap-5 sm:grid-cols-2">
        <FormFields form={form}>
          {(Field) =>
            Object.entries(fields)
              .filter(([key]) => !isClosed(key))
              .map(([key, field]) => (
                <Field
                  key={key}
                  name={key}
                  label={labelOf(resource, key)}
                  description={field.hint}
                  required={isRequired(schema, key)}
                  className={field.isWide || field.kind === 'textarea' ? 'sm:col-span-2' : ''}
                  {...controlOf(field, (known ?? prefilled)?.[key])}
                />
              ))
          }
        </FormFields>
      </div>
      {opening && !opening.isSuccess && (
        <OpenButton
          isOpening={opening.isPending}
          onOpen={() => opening.mutate(undefined, { onSuccess: rebaseOnto })}
        />
      )}

      <FormFooter
        isSaving={isSubmitting}
        save={saveLabel ?? (known ? 'Save Changes' : (label.add ?? 'Save'))}
        saving="Submitting..."
      />
    </form>
  )
}

interface SaveFailureProps {
  resource: EditableResource
  error: Error
  message: string
  /** The stored row, with a colleague's changes */
  known: Values | undefined
  /** The fields that the colleague changed */
  conflicts: readonly string[]
  onTheirs: (key: string) => void
}

function SaveFailure(props: SaveFailureProps) {
  const { resource, error, message, known, conflicts, onTheirs } = props
  const { fields, toasts } = resource
  if (!(error instanceof RowChangedError)) {
    const failed = known ? toasts.updateFailed : toasts.addFailed
    const told = typeof failed === 'function' ? failed(error) : failed
    return (
      <Alert
        ref={bringIntoView}
        tone="danger"
        role="alert"
        title={told?.title ?? 'This was not saved.'}
      >
        {message}
      </Alert>
    )
  }
  return (
    <Alert
      ref={bringIntoView}
      tone="warning"
      role="alert"
      title="Someone else changed this while you were editing."
    >
      <ul className="mt-2 grid gap-2">
        {conflicts.map((key) => (
          <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="min-w-0 break-words" dir="auto">
              {fields[key]?.label}: {shown(key, known?.[key])}
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={`Use theirs: ${fields[key]?.label}`}
              onClick={() => onTheirs(key)}
            >
              Use theirs
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-2">Saving again keeps your version.</p>
    </Alert>
  )
}

function labelOf(resource: EditableResource, key: string): ReactNode {
  const label = resource.fields[key]?.label
  if (!resource.protected?.includes(key)) return label
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {label} <SensitiveBadge />
    </span>
  )
}

/** @param value the stored one, which a select shows even when it is not among its options */
function controlOf(
  field: FieldDeclaration,
  value: unknown,
): Readonly<Record<string, unknown>> & { as?: ElementType } {
  if (field.kind === 'textarea') return { rows: 4 }
  if (field.kind !== 'select') {
    // A text input: browsers silently drop letters from a number input.
    const input =
      field.kind === 'number' ? { type: 'text', inputMode: 'numeric' } : { type: field.kind }
    return { autoComplete: 'off', ...input }
  }
  const isOther = typeof value === 'string' && !field.options.includes(value)
  const labelOf = (option: string) =>
    isOther && option === value && field.otherLabel ? field.otherLabel(option) : optionLabel(option)
  const values = isOther ? [...field.options, value] : field.options
  return { as: NativeSelect, children: <Options values={values} labelOf={labelOf} /> }
}

function isRequired(schema: z.ZodObject, key: string): boolean {
  return !(schema.shape as Record<string, z.ZodType>)[key]?.safeParse('').success
}

/** A stored row as its form shows it; a new row starts with a select's first option. */
function textsOf({ fields }: EditableResource, stored: Values | undefined): Texts {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const initial = field.kind === 'select' ? field.options[0] : ''
      const value = stored?.[key] as string | number | null | undefined
      return [key, String((stored ? value : initial) ?? '')]
    }),
  )
}

/** The button that was clicked is at the other end of the form. */
function bringIntoView(alert: HTMLElement | null) {
  alert?.scrollIntoView?.({ block: 'nearest' })
}
