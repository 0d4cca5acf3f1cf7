import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ListPage } from '@/engine/list/use-list-page'
import { useOpenRow } from '@/engine/list/use-open-row'
import { isChanging } from '@/engine/core/row-changes'
import type { Submission } from '@/features/submissions/common/queues'

interface Step {
  by: 1 | -1
  /** The submission being left; opening another one ends the step. */
  from: string | undefined
  /** If nothing follows, the decided one closes once it has left the list. */
  isDecided: boolean
  /** The page that opens, and at which end */
  entered?: number
}

/** The filters of a list that a decision may take a row out of */
const leavable = ['view', 'status', 'assignee_id']

/**
 * The open submission, and steps to the next and previous one, across pages too; the focus follows.
 * A step clears the screen at once, even while the next one loads: keys act on the shown
 * submission, and until then there is none.
 */
export function useStepping(listed: ListPage, rows: readonly Submission[] | undefined) {
  const queryClient = useQueryClient()
  const { list, change, searchText, isRendered } = listed.controls
  const { page } = list
  const isFailed = listed.page.isError
  /** The rows are still those of another page or search. */
  const isStale = listed.page.isPlaceholderData || searchText.trim() !== list.search
  const { openId, isOpen, hrefOf, open, close: closeRow } = useOpenRow({ closesBack: true })
  const headingField = useRef<HTMLHeadingElement>(null)

  const index = rows?.findIndex(({ id }) => id === openId) ?? -1
  const position = usePosition(rows, openId, index)

  /** The element to focus once it is open or closed. */
  const toFocus = useRef<{ id: string; openId: string | undefined }>(undefined)
  useEffect(() => {
    if (!toFocus.current || toFocus.current.openId !== openId) return
    const isFocused = focusOn(toFocus.current.id, headingField.current)
    if (isFocused || !openId) toFocus.current = undefined
  })
  /** Its code may load after the click. */
  const heading = useCallback((element: HTMLHeadingElement | null) => {
    headingField.current = element
    if (!element || !toFocus.current?.openId) return
    focusOn(toFocus.current.id, element)
    toFocus.current = undefined
  }, [])

  const [awaited, setAwaited] = useState<Step>()
  const isAwaiting = awaited !== undefined && awaited.from === openId
  const tryAgain = useEffectEvent(() => {
    if (awaited) go(awaited)
  })
  // After the rows are drawn: an earlier key press saw no submission.
  useEffect(() => tryAgain())

  function show(id: string) {
    setAwaited(undefined)
    toFocus.current = { id, openId: id }
    open(id)
  }

  function go(asked: Step) {
    const { by, from, entered, isDecided } = asked
    if (from !== openId) return setAwaited(undefined)
    if (entered !== undefined && entered !== page) {
      return setAwaited(isRendered() ? undefined : asked)
    }
    if (!rows || isStale) return setAwaited(isFailed ? undefined : asked)
    const row = rows[indexOf(asked, rows)]
    // A page read earlier may have rows that are on the previous page by now.
    const isUnsure = by === 1 && (!row || entered !== undefined) && isSettling()
    if (isUnsure) return setAwaited(asked)
    if (row) return show(row.id)
    if (entered === undefined && (by === 1 ? listed.pages.hasNext : page > 1)) {
      change({ page: page + by }, { replace: openId !== undefined })
      return setAwaited({ ...asked, entered: page + by })
    }
    setAwaited(undefined)
    if (isDecided && index === -1) close()
  }

  function indexOf({ by, entered }: Step, { length }: readonly unknown[]): number {
    // Arrivals may have moved it to the entered page.
    if (index !== -1) return index + by
    if (entered !== undefined) return by === 1 ? 0 : length - 1
    return by === 1 ? Math.max(position, 0) : position - 1
  }

  /** Whether decisions may still remove rows, which the next page's rows replace. */
  const isSettling = () =>
    leavable.some((key) => key in list.filters) &&
    (listed.page.isFetching || listed.count.isFetching || isChanging(queryClient, 'submissions'))

  function close() {
    setAwaited(undefined)
    if (openId) toFocus.current = { id: openId, openId: undefined }
    closeRow()
  }

  function leaveField(field: Element | null) {
    if (field instanceof HTMLElement) field.blur()
    if (openId) focusOn(openId, null)
  }

  return {
    openId,
    /** The next one is loading, and none is shown. */
    isAwaiting,
    hrefOf,
    index,
    heading,
    show,
    isOpen,
    step: (by: 1 | -1, { isDecided = false } = {}) => {
      if (!isAwaiting) go({ by, from: openId, isDecided })
    },
    /** The same later, unless something else has been opened since. */
    goOnFrom: (id: string) => {
      if (isOpen(id)) setAwaited({ by: 1, from: id, isDecided: true })
    },
    close,
    leaveField,
  }
}

export type Stepping = ReturnType<typeof useStepping>

/** The index of the open one, or if it has left, of the row that followed it. */
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

/** Focuses its row or, where that is hidden, its heading. @returns whether there is either */
function focusOn(id: string, heading: HTMLElement | null): boolean {
  const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
  if (row && isShown(row)) {
    row.querySelector('a')?.focus({ preventScroll: true })
    row.scrollIntoView?.({ block: 'nearest' })
    return true
  }
  if (!heading) return false
  heading.focus({ preventScroll: true })
  window.scrollTo({ top: 0 })
  return true
}

/** Without room for both, the open submission replaces the list. */
export const isShown = (part: Element) =>
  getComputedStyle(part.closest('section')!).display !== 'none'
