import { useEffect, useRef, useState } from 'react'
import type { Submission } from '@/shared/submissions/queues'
import { useOpenSubmission } from './use-open-submission'

interface Pages {
  rows: readonly Submission[] | undefined
  /** Whether the rows are still those of another page */
  isStale: boolean
  /** From 1 */
  page: number
  pageCount: number | undefined
  turnTo: (page: number, options: { replace: boolean }) => void
}

/** Which submission is open, and the way from one to the next, over the ends of a page too; the focus goes along. */
export function useStepping({ rows, isStale, page, pageCount, turnTo }: Pages) {
  const { open, openHref, setOpen } = useOpenSubmission()
  const heading = useRef<HTMLHeadingElement>(null)

  /** Where the open one stands, or stood when it left the list. */
  const index = rows?.findIndex(({ id }) => id === open) ?? -1
  const [place, setPlace] = useState(-1)
  if (index !== -1 && index !== place) setPlace(index)

  /** What is to have the focus, once that is open, or closed. */
  const toFocus = useRef<{ id: string; open: string | null }>(undefined)
  /** Which end of the next page is to be opened, once that is there. */
  const entering = useRef<'first' | 'last'>(undefined)
  useEffect(() => {
    if (entering.current && rows && !isStale) {
      const row = rows.at(entering.current === 'first' ? 0 : -1)
      entering.current = undefined
      if (row) show(row.id)
    }
    if (toFocus.current?.open !== open) return
    focusOn(toFocus.current.id, heading.current)
    toFocus.current = undefined
  })

  function show(id: string) {
    toFocus.current = { id, open: id }
    setOpen(id)
  }

  function step(by: 1 | -1) {
    if (!rows) return
    // One that has left the list has left its place to the next.
    const at = index !== -1 ? index + by : by === 1 ? Math.max(place, 0) : place - 1
    const row = rows[at]
    if (row) return show(row.id)
    if (at >= rows.length && pageCount !== undefined && page < pageCount) {
      turnTo(page + 1, { replace: open !== null })
      entering.current = 'first'
    } else if (at < 0 && page > 1) {
      turnTo(page - 1, { replace: open !== null })
      entering.current = 'last'
    }
  }

  function showNext() {
    const next = rows?.[index + 1]
    if (next && index !== -1) show(next.id)
  }

  function close() {
    if (open) toFocus.current = { id: open, open: null }
    setOpen(null)
  }

  function leaveField(field: HTMLElement | null) {
    field?.blur()
    if (open) focusOn(open, null)
  }

  return { open, openHref, index, heading, show, step, showNext, close, leaveField }
}

/** Its row, or where that is not shown its heading. */
function focusOn(id: string, heading: HTMLElement | null) {
  const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
  if (row && isShown(row)) {
    row.querySelector('a')?.focus({ preventScroll: true })
    row.scrollIntoView?.({ block: 'nearest' })
  } else if (heading) {
    heading.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }
}

/** On a phone the list gives way to what is open. */
const isShown = (row: HTMLElement) => getComputedStyle(row.closest('section')!).display !== 'none'
