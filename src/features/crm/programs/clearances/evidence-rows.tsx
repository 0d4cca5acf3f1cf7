import { useMutation, useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { addFiles, useUploads } from '@/engine/files/uploads'
import { UploadList } from '@/engine/files/upload-list'
import { fullName } from '@/shared/lib/full-name'
import { isolated } from '@/shared/lib/isolated'
import { failureText } from '@/shared/supabase/backend-message'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { CheckboxField } from '@/shared/ui/field'
import { addEvidence, labelOf, type NewEvidence } from './clearance-queries'
import { PersonInput } from './person-input'
import { proposedFor, type Candidate } from './matched-files'

/** A file, and whom its evidence will be of. */
export interface FileRow {
  /** Of the evidence, so that a second try meets the first one's row */
  id: string
  file: File
  /** Of the person; empty while none is chosen */
  person: string
  isConfirmed: boolean
  step: 'open' | 'saving' | 'saved'
  message?: string
}

export const rowsOf = (files: readonly File[], people: readonly Candidate[]): FileRow[] =>
  files.map((file) => ({
    id: crypto.randomUUID(),
    file,
    person: proposedFor(file.name, people)?.id ?? '',
    isConfirmed: false,
    step: 'open',
  }))

const isReady = ({ step, person, isConfirmed }: FileRow) =>
  step === 'open' && person !== '' && isConfirmed

interface EvidenceRowsProps {
  rows: readonly FileRow[]
  people: readonly Candidate[]
  /** Checks the fields for all rows, and gives what they say. */
  check: () => Promise<Omit<NewEvidence, 'id' | 'kind' | 'record'> | undefined>
  onChange: (change: (rows: readonly FileRow[]) => readonly FileRow[]) => void
}

/** A file in each row, with the proposed person, who counts once the user confirms; saved one by one. */
export function EvidenceRows({ rows, people, check, onChange }: EvidenceRowsProps) {
  const client = useQueryClient()
  const adding = useMutation(addEvidence)
  const [isSaving, setSaving] = useState(false)
  const result = useRef<HTMLParagraphElement>(null)
  const ready = rows.filter(isReady)
  const saved = rows.filter(({ step }) => step === 'saved')
  const change = (id: string, changed: Partial<FileRow>) =>
    onChange((before) => before.map((row) => (row.id === id ? { ...row, ...changed } : row)))

  async function save() {
    const given = await check()
    if (!given) return
    setSaving(true)
    for (const { id, file, person } of ready) {
      const who = people.find((one) => one.id === person)!
      change(id, { step: 'saving' })
      try {
        await adding.mutateAsync({ ...given, id, kind: who.kind, record: who.id })
        addFiles(
          client,
          { kind: 'clearances', id, name: `${labelOf(given)} of ${fullName(who)}` },
          [file],
        )
        change(id, { step: 'saved' })
      } catch (error) {
        change(id, { step: 'open', message: failureText(error) })
      }
    }
    setSaving(false)
    result.current?.focus()
  }

  return (
    <>
      <ul aria-label="Files" className="mt-4">
        {rows.map((row) => (
          <li
            key={row.id}
            className="grid gap-2 border-b border-line py-3 md:grid-cols-2 md:items-start"
          >
            <div className="flex min-w-0 items-start gap-2">
              <p className="min-w-0 flex-1 pt-2 font-semibold wrap-anywhere" dir="auto">
                {row.file.name}
              </p>
              {row.step === 'open' && (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Leave out ${row.file.name}`}
                  disabled={isSaving}
                  onClick={() => onChange((before) => before.filter(({ id }) => id !== row.id))}
                >
                  <X aria-hidden="true" />
                </Button>
              )}
            </div>
            {row.step === 'saved' ? (
              <Saved row={row} name={nameOf(people, row.person)} />
            ) : (
              <div className="grid min-w-0">
                <PersonInput
                  label={<span className="sr-only">Person for {row.file.name}</span>}
                  people={people}
                  disabled={isSaving}
                  value={row.person}
                  // Chosen by the user, it is confirmed.
                  onPick={(person) =>
                    change(row.id, { person, isConfirmed: person !== '', message: '' })
                  }
                />
                <CheckboxField
                  label={
                    row.isConfirmed
                      ? 'Confirmed'
                      : row.person
                        ? 'Proposed by the file’s name. Confirm that it is right.'
                        : 'Choose the person first.'
                  }
                  checked={row.isConfirmed}
                  disabled={isSaving || row.person === ''}
                  aria-label={`Confirm the person for ${row.file.name}`}
                  onChange={({ target }) => change(row.id, { isConfirmed: target.checked })}
                />
                {row.message && (
                  <Alert tone="danger" role="alert" title="This was not saved.">
                    {row.message}
                  </Alert>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button
          variant="outline"
          disabled={
            isSaving ||
            !rows.some(({ step, person, isConfirmed }) => step === 'open' && person && !isConfirmed)
          }
          onClick={() =>
            onChange((before) =>
              before.map((row) =>
                row.step === 'open' && row.person ? { ...row, isConfirmed: true } : row,
              ),
            )
          }
        >
          Confirm all proposals
        </Button>
        <Button loading={isSaving} disabled={ready.length === 0} onClick={() => void save()}>
          {ready.length === 1
            ? 'Save 1 piece of evidence'
            : `Save ${ready.length} pieces of evidence`}
        </Button>
        <p ref={result} tabIndex={-1} role="status" className="text-ink-soft outline-none">
          {saved.length > 0 && `${saved.length} of ${rows.length} saved.`}
        </p>
      </div>
    </>
  )
}

const nameOf = (people: readonly Candidate[], id: string) => {
  const person = people.find((one) => one.id === id)
  return person ? isolated(fullName(person)) : 'this person'
}

function Saved({ row, name }: { row: FileRow; name: string }) {
  const { uploads } = useUploads([{ id: row.id }])
  return (
    <div className="min-w-0 pt-2">
      <p>✓ Saved for {name}</p>
      <UploadList uploads={uploads} />
    </div>
  )
}
