import { useMutation } from '@tanstack/react-query'
import Merge from 'lucide-react/icons/merge'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import UserRoundX from 'lucide-react/icons/user-round-x'
import { areas } from '@/shared/auth/areas'
import { fullName } from '@/shared/lib/full-name'
import { optionLabel } from '@/shared/lib/option-label'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import type { FailureToast, RowActionsProps, RowDialog } from '@/engine/core/define-resource'
import type { SchemaParts } from '@/engine/core/schema-parts'
import { editAction, RowActions } from '@/engine/core/row-actions'
import { optimisticUpdate } from '@/engine/core/row-changes'
import { Constants, type Enums } from '@/shared/supabase/database.types'
import type { PersonTable } from '../merge/merge-queries'
import type { Shown } from './person-record'
import { samePeople } from '../merge/same-people'

const PersonRecord = lazyPart(() => import('./person-record'))
const MergeDialog = lazyPart(() => import('../merge/merge-dialog'))

interface Person {
  id: string
  status: Enums<'person_status'>
}

const { person_status: statuses } = Constants.public.Enums

/** The parts that mentors, mentees and trainers share, besides their columns and fields. */
export function person<const Table extends PersonTable>(table: Table, failure?: FailureToast) {
  const { many, one } = areas[table].label
  const added = optionLabel(one)
  const toasts = {
    loadFailed: failure ?? { title: `Failed to load ${many}` },
    added: { title: `${added} added successfully` },
    addFailed: failure ?? { title: `Failed to add ${one}` },
    updated: { title: `${added} updated successfully` },
    updateFailed: failure ?? { title: `Failed to update ${one}` },
  }
  return {
    table,
    ...areas[table],
    toasts,
    title: fullName,
    filters: { status: statuses },
    importOnlyFields: { status: statuses },
    filledBy: `“${areas[table].label.add}” adds one, an import brings many, and ${table === 'mentees' ? 'a program' : 'a volunteer'} application can become one.`,
    defaultSort: '-created_at',
    warnsOfSimilar: true,
    slots: {
      rowActions: personActions(table, toasts.updateFailed),
      panel: personPanel(table),
      tool: samePeople,
    },
  } as const
}

export const nameColumn = {
  key: 'last_name',
  header: 'Name',
  sortable: true,
  cell: fullName,
} as const

/** For people with their own address */
export const ownAddressKeys = [
  ['email'],
  ['phone', 'first_name'],
  ['first_name', 'last_name', 'email'],
] as const

export const personSchema = ({ optionalEmail, optionalLine }: SchemaParts) => ({
  first_name: optionalLine(100),
  last_name: optionalLine(100),
  email: optionalEmail,
  phone: optionalLine(40),
})

type Names = Record<'first_name' | 'last_name', string | null>

/** The arguments of `refine` for a person's form: one name is enough. */
export const oneName: [(names: Names) => boolean, { path: string[]; error: string }] = [
  ({ first_name, last_name }) => first_name !== null || last_name !== null,
  { path: ['first_name'], error: 'Please fill in a first or last name' },
]

export const personFields = {
  first_name: { kind: 'text', label: 'First name' },
  last_name: { kind: 'text', label: 'Last name' },
  email: { kind: 'email', label: 'Email' },
  phone: { kind: 'tel', label: 'Phone' },
} as const

/** A person's applications, merges and data rights. */
function personPanel(table: PersonTable) {
  return function PersonSlot({ row }: { row: Shown }) {
    return <PersonRecord table={table} row={row} />
  }
}

/** Edit, and deactivate or reactivate a person; only active people can be assigned. */
function personActions(table: PersonTable, failure: FailureToast) {
  const Merging: RowDialog<Person> = ({ resource, row: { id }, onClose }) => (
    <MergeDialog table={table} resource={resource} id={id} onClose={onClose} />
  )

  return function PersonActions({ row, title, edit, open }: RowActionsProps<Person>) {
    const isActive = row.status === 'active'
    const change = useMutation(
      optimisticUpdate({
        table,
        success: ({ status }) => ({ title: `${title} is ${status as string} now` }),
        failure,
      }),
    )
    const label = isActive ? 'Deactivate' : 'Reactivate'
    return (
      <RowActions
        title={title}
        actions={[
          editAction({ title, edit }),
          {
            label,
            name: `${label} ${title}`,
            Icon: isActive ? UserRoundX : UserRoundCheck,
            run: () => {
              if (change.isPending) return
              change.mutate([
                {
                  id: row.id,
                  values: { status: isActive ? 'inactive' : 'active' },
                  expected: { status: row.status },
                },
              ])
            },
          },
          {
            label: 'Merge',
            name: `Merge ${title} with another`,
            Icon: Merge,
            run: () => open(Merging),
          },
        ]}
      />
    )
  }
}
