import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { composerId } from '@/features/submissions/answers/answer-draft'
import { sendBlockerQuery } from '@/features/submissions/answers/answers'
import { commonStatuses, kinds, type SubmissionStatus } from '@/shared/submissions/kinds'
import type { Submission } from '@/features/submissions/common/queues'
import { useShortcuts } from './use-shortcuts'
import { isShown, type Stepping } from './use-stepping'

interface QueueKeys {
  stepping: Stepping
  rows: readonly Submission[] | undefined
  /** The open submission, once it or its row has loaded */
  known: Submission | undefined
  openOne: UseQueryResult
  selected: readonly Submission[]
  ticked: ReadonlySet<string>
  tick: (ids: readonly string[], isTicked: boolean) => void
  parts: {
    list: RefObject<HTMLElement | null>
    detail: RefObject<HTMLElement | null>
    searchField: RefObject<HTMLInputElement | null>
  }
  onStatusOfSelected: (status: SubmissionStatus) => void
  onStatusOfOpen: (submission: Submission, status: SubmissionStatus) => void
  onPutOff: (submission: Submission) => void
  /** @returns the id of the undone change */
  onUndo: () => string | undefined
}

/** The action of each key: on the selection if there is one, else on the open submission. */
export function useQueueKeys({
  stepping: { openId, isAwaiting, show, step, close, leaveField },
  rows,
  known,
  openOne,
  selected,
  ticked,
  tick,
  parts,
  onStatusOfSelected,
  onStatusOfOpen,
  onPutOff,
  onUndo,
}: QueueKeys) {
  const queryClient = useQueryClient()

  /** Whether keys act on the selection; not where the open submission covers the list. */
  const isForSelected = () =>
    selected.length > 0 && parts.list.current !== null && isShown(parts.list.current)

  /** Clicks the button that a key is for, or focuses its field. */
  function activate(key: string, part: HTMLElement | null) {
    const control = part?.querySelector<HTMLElement>(`[data-key="${key}"]`)
    if (control instanceof HTMLButtonElement) control.click()
    else control?.focus()
    return control || !openOne.isPending ? undefined : ('later' as const)
  }

  useShortcuts(
    {
      next: () => step(1),
      previous: () => step(-1),
      open(_, focused) {
        if (openId) return
        const id = focused?.closest<HTMLElement>('[data-row]')?.dataset.row ?? rows?.[0]?.id
        if (id) show(id)
      },
      status({ index: position }, _, shown) {
        if (isForSelected()) {
          const status = commonStatuses(selected.map((one) => one.kind))[position]
          if (status) onStatusOfSelected(status)
        } else if (shown) {
          const status = kinds[shown.kind].statuses[position]
          if (status) onStatusOfOpen(shown, status)
        }
      },
      activate({ key }, _, shown) {
        if (key === 'a' && isForSelected()) return activate(key, parts.list.current)
        return shown && shown.id === openId ? activate(key, parts.detail.current) : undefined
      },
      answer(_shortcut, _, shown) {
        if (!openId || shown?.id !== openId) return undefined
        activate('r', parts.detail.current)
        if (document.getElementById(composerId)) return undefined
        const blocker = queryClient.getQueryState(sendBlockerQuery(openId).queryKey)
        const isBlocked = blocker?.data || blocker?.status === 'error'
        return isBlocked || openOne.isError ? undefined : 'later'
      },
      'put-off'(_shortcut, _, shown) {
        if (shown?.answered_at === null) onPutOff(shown)
      },
      search() {
        parts.searchField.current?.focus()
        parts.searchField.current?.select()
      },
      select(_, focused) {
        const id = focused?.closest<HTMLElement>('[data-row]')?.dataset.row ?? openId
        if (id && !isAwaiting) tick([id], !ticked.has(id))
      },
      undo() {
        const id = onUndo()
        if (id) show(id)
      },
      'leave-field': (_, field) => leaveField(field),
      close() {
        if (isForSelected()) tick([...ticked], false)
        else if (openId) close()
      },
    },
    isAwaiting ? undefined : known,
  )
}
