import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ListPage } from '@/engine/list/use-list-page'
import { useOpenRow } from '@/engine/list/use-open-row'
import { isChanging } from '@/engine/core/row-changes'
import type { Submission } from '@/features/submissions/common/queues'
import type { Outcome } from './use-shortcuts'

/** The open submission, and steps to the next and previous one, across pages too; the focus follows. */
export function useStepping(listed: ListPage, rows: readonly Submission[] | undefined) {
  const queryClient = useQueryClient()
  const { list, change, searchText } = listed.controls
  const { page } = list
  const { pageCount } = listed.pages
  const isFailed = listed.page.isError
  /** The rows are still those of another page or search. */
  const isStale = listed.page.isPlaceholderData || searchText.trim() !== list.search
  const {
    openId,
    isDrawn,
    isOpen,
    hrefOf,
    open,
    close: closeRow,
  } = useOpenRow({ closesBack: true })
  const heading = useRef<HTMLHeadingElement>(null)

  const index = rows?.findIndex(({ id }) => id === openId) ?? -1
  const position = usePosition(rows, openId, index)

  /** The element to focus, once that is open, or closed. */
  const toFocus = useRef<{ id: string; openId: string | undefined }>(undefined)
  /** The end of another page that opens once that page has loaded. */
  const entering = useRef<{ end: 'first' | 'last'; from: number; to: number }>(undefined)
  useEffect(() => {
    const { end, from, to } = entering.current ?? {}
    if (page !== from && (page !== to || isFailed)) entering.current = undefined
    else if (page === to && rows && !isStale) {
      const row = rows.at(end === 'first' ? 0 : -1)
      entering.current = undefined
      if (row) show(row.id)
    }
    if (!toFocus.current || toFocus.current.openId !== openId) return
    focusOn(toFocus.current.id, heading.current)
    toFocus.current = undefined
  })

  function show(id: string) {
    toFocus.current = { id, openId: id }
    open(id)
  }

  function enter(to: number, end: 'first' | 'last') {
    change({ page: to }, { replace: openId !== undefined })
    entering.current = { end, from: page, to }
  }

  function step(by: 1 | -1): Outcome {
    if (!rows || isStale) return isFailed ? undefined : 'later'
    const at = index !== -1 ? index + by : by === 1 ? Math.max(position, 0) : position - 1
    const row = rows[at]
    if (row) show(row.id)
    else if (at >= rows.length && pageCount !== undefined && page < pageCount) {
      // Rows that were decided on may leave the page, and rows of the next page fill it.
      if (listed.page.isFetching || isChanging(queryClient, 'submissions')) return 'later'
      enter(page + 1, 'first')
    } else if (at < 0 && page > 1) enter(page - 1, 'last')
    return undefined
  }

  function close() {
    if (openId) toFocus.current = { id: openId, openId: undefined }
    closeRow()
  }

  function leaveField(field: Element | null) {
    if (field instanceof HTMLElement) field.blur()
    if (openId) focusOn(openId, null)
  }

  return {
    openId,
    isOpen,
    isReady: () => isDrawn() && !entering.current,
    /** Stays on this page when the other one does not load. */
    giveUp: () => void (entering.current = undefined),
    hrefOf,
    index,
    heading,
    show,
    step,
    close,
    leaveField,
  }
}

/** The index of the open one. If it has left the list, that of the row that followed it. */
function usePosition(
  rows: readonly Submission[] | undefined,
  openId: string | undefined,
  index: number,
): number {
  const [seen, setSeen] = useState<{ openId: string | undefined; before: readonly string[] }>()
  if (index !== -1) {
    const before = rows!.slice(0, index).map(({ id }) => id)
    if (seen?.openId !== openId || seen?.before.join() !== before.join()) {
      setSeen({ openId, before })
    }
    return index
  }
  if (!rows || !openId || seen?.openId !== openId) return -1
  const last = seen.before.findLast((id) => rows.some((row) => row.id === id))
  return rows.findIndex(({ id }) => id === last) + 1
}

/** Its row or, where that is not shown, its heading. */
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

/** On a phone the open submission replaces the list. */
const isShown = (row: HTMLElement) => getComputedStyle(row.closest('section')!).display !== 'none'
