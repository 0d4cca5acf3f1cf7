import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { openRows } from '@/engine/core/openings'
import { isTooShort, ReasonField } from '@/engine/list/reason-field'
import { resourceKey } from '@/engine/core/resource-queries'
import type { Row } from '@/engine/core/define-resource'
import { csvFileName, csvLines, downloadCsv, fileNamePart } from '@/shared/lib/csv'
import { formatDay } from '@/shared/lib/format-date'
import { officeDay } from '@/shared/lib/office-day'
import { optionLabel } from '@/shared/lib/option-label'
import { useAuth } from '@/shared/auth/auth-context'
import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import { EditorDialog, useEditor } from '@/shared/account-ui/editor-dialog'
import { Failure } from '@/shared/account-ui/failure'
import { Button } from '@/shared/ui/button'
import { DialogClose, DialogFooter } from '@/shared/ui/dialog'
import { CheckboxField, Field } from '@/shared/ui/field'
import { NativeSelect } from '@/shared/ui/native-select'
import { personKinds, type PersonKind } from '../assignable-people'
import { missingOf } from './missing'
import { allMembers, type Member } from './program-queries'
import './roster-paper.css'

/** A mentee's fields that the file or paper has only for a reason */
const protectedFields = {
  grade_level: 'Grade level',
  school_name: 'School',
  phone: 'Phone',
  parent_name: 'Parent name',
  parent_phone: 'Parent phone',
  parent_email: 'Parent email',
} as const

const kindLabels = { mentees: 'Mentee', mentors: 'Mentor', trainers: 'Trainer' } as const

type What = 'class list' | 'roster'

interface Wanted {
  what: What
  as: 'paper' | 'file'
  /** For the protected fields; without one there are none. */
  reason: string | undefined
}

/** A list to print or to download: a name for each column, and the cells of each row. */
interface Listed {
  what: What
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

interface RosterDialogProps {
  id: string
  name: string
  onClose: () => void
}

/** Prints the roster or class list of a program, or makes a file of it. */
export function RosterDialog({ id, name, onClose }: RosterDialogProps) {
  return (
    <EditorDialog
      size="sm"
      title="Print or export"
      description="The change log records each list."
      onClose={onClose}
    >
      <Choice id={id} name={name} />
    </EditorDialog>
  )
}

function Choice({ id, name }: Omit<RosterDialogProps, 'onClose'>) {
  const { can } = useAuth()
  const [what, setWhat] = useState<What>('class list')
  const [isAsked, setAsked] = useState(false)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const [paper, setPaper] = useState<Listed>()
  const handing = useMutation({
    mutationFn: async ({ as, ...wanted }: Wanted) => {
      const listed = await listOf({ id, name }, { as, ...wanted })
      if (as === 'paper') {
        flushSync(() => setPaper(listed))
        return window.print()
      }
      const file = csvFileName(`${fileNamePart(name)}_${fileNamePart(listed.what)}`)
      downloadCsv(file, [csvLines([listed.columns, ...listed.rows])])
    },
    meta: { invalidates: [resourceKey('change_log')] },
  })
  useEditor({ isDirty: reason.trim() !== '', isSaving: false })
  const mayOpen = what === 'class list' && can('can_manage_mentees')
  const isProtected = mayOpen && isAsked

  function hand(as: Wanted['as']) {
    setTried(true)
    if ((isProtected && isTooShort(reason)) || handing.isPending) return
    handing.mutate({ what, as, reason: isProtected ? reason.trim() : undefined })
  }
  return (
    <form
      noValidate
      aria-label="Print or export"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        hand('paper')
      }}
    >
      <Field
        label="List"
        as={NativeSelect}
        value={what}
        onChange={({ target }: { target: HTMLSelectElement }) => setWhat(target.value as What)}
      >
        <option value="class list">Class list: the mentees</option>
        <option value="roster">Roster: everyone, with what is missing</option>
      </Field>
      {mayOpen && (
        <CheckboxField
          label="Include protected fields"
          description={Object.values(protectedFields).join(', ')}
          checked={isAsked}
          onChange={({ target }) => setAsked(target.checked)}
        />
      )}
      {isProtected && (
        <ReasonField counted="mentees" value={reason} onChange={setReason} isTried={isTried} />
      )}
      <Failure of={handing} title="Nothing was printed or saved." />
      <DialogFooter>
        <DialogClose variant="outline">Close</DialogClose>
        <Button
          variant="outline"
          loading={handing.isPending && handing.variables.as === 'file'}
          onClick={() => hand('file')}
        >
          <Download aria-hidden="true" />
          Download CSV
        </Button>
        <Button type="submit" loading={handing.isPending && handing.variables.as === 'paper'}>
          <Printer aria-hidden="true" />
          Print
        </Button>
      </DialogFooter>
      {paper && createPortal(<Paper name={name} {...paper} />, document.body)}
    </form>
  )
}

/** Reads a list once the log has it. */
async function listOf(
  program: { id: string; name: string },
  { what, as, reason }: Wanted,
): Promise<Listed> {
  const { signal } = new AbortController()
  const kinds: readonly PersonKind[] = what === 'roster' ? personKinds : ['mentees']
  const members: { kind: PersonKind; member: Member }[] = []
  for (const kind of kinds) {
    for (const member of await allMembers(program.id, kind, signal)) members.push({ kind, member })
  }
  const filters = { program: program.name, list: what, as }
  const opened: readonly (keyof typeof protectedFields)[] =
    reason === undefined ? [] : (Object.keys(protectedFields) as (keyof typeof protectedFields)[])
  const values = new Map<string, Row>()
  if (reason === undefined) {
    const exported_table = what === 'roster' ? 'programs' : 'program_mentees'
    await ask(supabase.rpc('log_export', { exported_table, filters, row_count: members.length }))
  } else {
    const rows = openRows(
      { resource: { table: 'mentees', protected: opened }, filters, rows: rowsOf(members), reason },
      signal,
    )
    for await (const batch of rows) for (const row of batch) values.set(row.id, row)
  }
  return {
    what,
    columns: [
      ...(what === 'roster' ? ['Kind'] : []),
      ...['Last name', 'First name', 'Email', 'Matched with'],
      ...opened.map((field) => protectedFields[field]),
      ...(what === 'roster' ? ['Missing'] : []),
    ],
    rows: members.map(({ kind, member }) => [
      ...(what === 'roster' ? [kindLabels[kind]] : []),
      ...[member.last_name, member.first_name, member.email].map((text) => text ?? ''),
      member.partners.join(', '),
      ...opened.map((field) => asText(values.get(member.id)?.[field])),
      ...(what === 'roster' ? [missingOf(member).join('; ')] : []),
    ]),
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A thousand at a time, as many as the database opens at once. */
function* rowsOf(members: readonly { member: Member }[]): Generator<Row[]> {
  for (let from = 0; from < members.length; from += 1_000) {
    yield members.slice(from, from + 1_000).map(({ member: { id } }) => ({ id, created_at: '' }))
  }
}

/** Only on paper. */
function Paper({ name, what, columns, rows }: Listed & { name: string }) {
  const [today] = useState(() => officeDay(new Date()))
  return (
    <div className="roster-paper" aria-hidden="true">
      <h1 dir="auto">{name}</h1>
      <p>
        {optionLabel(what)}, {formatDay(today)}. {rows.length.toLocaleString('en-US')}{' '}
        {rows.length === 1 ? 'person' : 'people'}.
      </p>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, place) => (
            <tr key={place}>
              {cells.map((cell, column) => (
                <td key={columns[column]} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
