import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { formatDate } from '@/shared/lib/format-date'
import { supabase } from '@/shared/supabase/client'
import { ask, type RpcRow } from '@/shared/supabase/ask'
import { Alert } from '@/shared/ui/alert'
import type { ResourceTable } from '../core/define-resource'

/** A stored row that may be the same person, and what matches. */
export type SimilarRow = RpcRow<'similar_people', 'email' | 'phone'>

/**
 * Finds stored mentors, mentees or trainers who may be the same person as one of up to 1,000 rows,
 * by address, phone or name; mentees by phone only once the row is stored. A row with an
 * `id` does not match itself.
 *
 * @returns each with `row_number`, from 0, of the row that it matches
 * @throws the backend's refusal
 */
export async function similarRows(
  table: ResourceTable,
  rows: readonly Readonly<Record<string, unknown>>[],
  signal: AbortSignal,
): Promise<SimilarRow[]> {
  return ask(supabase.rpc('similar_people', { kind: table, rows: rows as never }), signal)
}

/** The reason for a possible duplicate: "Same address and name". */
export function reasonText({ reasons }: Pick<SimilarRow, 'reasons'>): string {
  const words = reasons.map((reason) => reasonWords[reason] ?? reason)
  return `Same ${new Intl.ListFormat('en-US').format(words)}`
}
const reasonWords: Readonly<Record<string, string>> = {
  email: 'address',
  phone: 'telephone',
  parent: 'parent’s address',
}

/** How long adding a row waits for the search of duplicates */
const PATIENCE_MS = 4_000

type Find = (
  values: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<readonly SimilarRow[]>

/** Finds rows similar to the new one; `isWarned` tells whether all of them were shown before. */
export function useSimilarRows(find: Find) {
  const [similar, setSimilar] = useState<readonly SimilarRow[]>([])
  async function isWarned(values: Parameters<Find>[0]): Promise<boolean> {
    const found = await find(values, AbortSignal.timeout(PATIENCE_MS)).catch(() => [])
    setSimilar(found)
    return found.every((one) => similar.some((shown) => shown.id === one.id))
  }
  return { similar, isWarned }
}

interface SimilarRowsProps {
  rows: readonly SimilarRow[]
  one: string
  /** The list in which they are; the current address where absent */
  list?: string
  actionOf?: (row: SimilarRow) => ReactNode
}

/** Possible duplicates, above the form that adds a row. */
export function SimilarRows({ rows, one, list, actionOf }: SimilarRowsProps) {
  const { pathname, search } = useLocation()
  const [path, query] = (list ?? `${pathname}${search}`).split('?')
  const rowAddress = (open: string) =>
    `${path}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), open }).toString()}`
  return (
    <Alert
      tone="warning"
      role="alert"
      title={`This ${one} may already exist.`}
      ref={(alert: HTMLElement | null) => alert?.scrollIntoView?.({ block: 'nearest' })}
    >
      <ul className="mt-2 grid gap-2">
        {rows.map((row) => (
          <li key={row.id} className="min-w-0 break-words" dir="auto">
            {/* The form stays as it is. The new tab takes the session of a shared computer along. */}
            <Link
              to={rowAddress(row.id)}
              target="_blank"
              rel="opener"
              className="font-semibold underline"
            >
              {row.name}
              <span className="sr-only"> (opens a new tab)</span>
            </Link>
            <span className="block text-sm">
              {[reasonText(row), row.email, row.phone, `added ${formatDate(row.created_at)}`]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {actionOf?.(row)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
