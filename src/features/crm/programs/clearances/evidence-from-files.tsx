import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { accepted } from '@/engine/files/file-words'
import { showUploads } from '@/engine/files/uploads'
import { useDroppedFiles } from '@/engine/files/use-dropped-files'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { cn } from '@/shared/lib/cn'
import { Loading } from '@/shared/account-ui/loading'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Field as PlainField } from '@/shared/ui/field'
import { FormFields } from '@/shared/ui/form'
import { candidatesQuery } from './candidates-query'
import { keyOf, labelOf, requiredQuery } from './clearance-queries'
import { evidenceSchema } from './evidence-fields'
import { EvidenceRows, rowsOf, type FileRow } from './evidence-rows'
import { useProposedEnd } from './use-proposed-end'

/** Evidence of many people, one file for each: of one requirement and one day. */
export function EvidenceFromFiles() {
  const part = useRef<HTMLElement>(null)
  const today = useOfficeDay()
  const people = useQuery(candidatesQuery)
  const required = useQuery(requiredQuery())
  const [rows, setRows] = useState<readonly FileRow[]>([])
  const form = useSchemaForm(evidenceSchema, {
    what: '',
    done_on: today,
    valid_until: '',
    note: '',
  })
  const choices = (required.data ?? []).map((one) => ({
    id: keyOf(one),
    label: labelOf(one),
    ...one,
  }))
  const add = (files: File[]) => {
    if (people.data) setRows((before) => [...before, ...rowsOf(files, people.data)])
  }
  const isDragging = useDroppedFiles(part, add)
  useLeaveWarning(rows.some(({ step }) => step !== 'saved'))
  const ids = rows.map(({ id }) => id).join()
  useEffect(() => showUploads(ids.split(',').map((id) => ({ id }))), [ids])

  useProposedEnd(form, choices)

  async function check() {
    await form.trigger(undefined, { shouldFocus: true })
    const typed = evidenceSchema.safeParse(form.getValues())
    if (!typed.success) return undefined
    const { what, ...given } = typed.data
    const named = choices.find(({ id }) => id === what)
    return named && { name: named.name, version: named.version, ...given }
  }

  return (
    <section
      ref={part}
      data-drop
      aria-labelledby="from-files"
      className={cn(
        'mt-8 rounded-control',
        isDragging && 'outline-2 outline-offset-4 outline-forest-600 outline-dashed',
      )}
    >
      <h2 id="from-files" className="text-xl">
        Evidence from a folder of files
      </h2>
      <p className="mt-1 max-w-measure text-ink-soft">
        One file for each person. We propose the person by the file’s name, and you confirm it.
      </p>
      <form
        className="mt-4 grid gap-4 md:grid-cols-3"
        aria-label="For all files"
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        <FormFields form={form}>
          {(Field) => (
            <>
              <Field
                name="what"
                label="What was checked"
                required
                as={ChoiceSelect}
                choices={choices}
              />
              <Field name="done_on" label="Done on" required type="date" />
              <Field
                name="valid_until"
                label="Valid until"
                type="date"
                hint="Leave it empty if it has no end."
              />
            </>
          )}
        </FormFields>
      </form>
      {people.data ? (
        <PlainField
          className="mt-4 max-w-md"
          label="Files"
          type="file"
          multiple
          accept={accepted}
          description="Choose them, or drop them here."
          onChange={({ target }) => {
            add([...(target.files ?? [])])
            target.value = ''
          }}
        />
      ) : (
        <Loading query={people} what="The people" className="my-4" />
      )}
      {rows.length > 0 && people.data && (
        <EvidenceRows rows={rows} people={people.data} check={check} onChange={setRows} />
      )}
    </section>
  )
}
