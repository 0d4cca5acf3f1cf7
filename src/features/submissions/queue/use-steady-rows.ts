import { useState } from 'react'
import type { Submission } from '@/features/submissions/common/queues'

type Rows = readonly Submission[]

/**
 * The rows of a page. While the pointer is on one, arrivals that would push it off the page wait;
 * `arrived` is their number, at least.
 */
export function useSteadyRows(fresh: Rows | undefined, listKey: string) {
  const [pointedAt, pointAt] = useState<string>()
  const [shown, setShown] = useState<{ listKey: string; rows: Rows }>()
  const isFrozen = fresh && shown?.listKey === listKey && isPushedOff(pointedAt, shown.rows, fresh)
  if (fresh && !isFrozen && (shown?.rows !== fresh || shown.listKey !== listKey)) {
    setShown({ listKey, rows: fresh })
  }
  const frozen = isFrozen ? shown.rows : undefined
  return {
    rows: frozen?.map((row) => fresh?.find(({ id }) => id === row.id) ?? row) ?? fresh,
    arrived: frozen && fresh ? fresh.filter((row) => !has(frozen, row.id)).length : 0,
    pointAt,
  }
}

const has = (rows: Rows, id: string | undefined) => rows.some((row) => row.id === id)

/** A decided row just leaves; an arrival replaces a row that was pushed off. */
const isPushedOff = (id: string | undefined, before: Rows, now: Rows) =>
  has(before, id) && !has(now, id) && now.length >= before.length && !has(before, now[0]?.id)
