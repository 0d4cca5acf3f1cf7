import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { ShownIds } from '@/engine/core/shown-ids'
import { formatDate } from '@/shared/lib/format-date'
import { accountColumnsQuery } from './account-queries'

/*
 * Columns of what only admins and editors of roles may know of an account: all rows of a page read
 * them with one request.
 */

type Row = { id: string }

function useFacts(id: string) {
  const { data, isError } = useQuery(accountColumnsQuery(use(ShownIds)))
  return { facts: data?.find((row) => row.id === id), pending: isError ? 'Not loaded' : '…' }
}

export const openWorkColumn = {
  key: 'beside_open_work',
  header: 'Open work',
  isNumeric: true,
  isListOnly: true,
  requiredRights: ['can_edit_user_roles'],
  cell: ({ id }: Row) => <OpenWork id={id} />,
} as const

function OpenWork({ id }: Row) {
  const { facts, pending } = useFacts(id)
  if (!facts) return pending
  return facts.open_work > 0 ? (
    facts.open_work.toLocaleString('en-US')
  ) : (
    <span className="text-ink-muted">None</span>
  )
}

export const lastSeenColumn = {
  key: 'beside_last_seen',
  header: 'Last seen',
  isListOnly: true,
  requiredRights: ['can_edit_user_roles'],
  cell: ({ id }: Row) => <LastSeen id={id} />,
} as const

function LastSeen({ id }: Row) {
  const { facts, pending } = useFacts(id)
  if (!facts) return pending
  return facts.seen_at ? formatDate(facts.seen_at) : <span className="text-ink-muted">Never</span>
}
