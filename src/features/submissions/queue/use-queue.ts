import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { hasStartedAnswer } from '@/features/submissions/answers/answer-draft'
import { answerKey } from '@/features/submissions/answers/answers'
import { useAuth } from '@/shared/auth/auth-context'
import { narrow, useMedia } from '@/shared/lib/use-media'
import { isNarrowed, useListState } from '@/engine/core/list-state'
import { useListPage } from '@/engine/list/use-list-page'
import type { SubmissionStatus } from '@/shared/submissions/kinds'
import {
  titleOf,
  type Queue,
  type Submission,
  type ViewName,
} from '@/features/submissions/common/queues'
import { countsQuery, submissionQuery } from '@/features/submissions/common/submission-queries'
import { notify } from '@/shared/ui/notify'
import { useChanges } from './use-changes'
import { useDailyRefresh } from './use-daily-refresh'
import { useQueueKeys } from './use-queue-keys'
import { useReadAhead } from './use-read-ahead'
import { useSteadyRows } from './use-steady-rows'
import { useStepping } from './use-stepping'

/** The rows of a list, the selected and open ones, and the actions of buttons and keys. */
export function useQueue({ resource, kind }: Queue) {
  const queryClient = useQueryClient()
  const me = useAuth().user?.id ?? ''
  useDailyRefresh()
  const isNarrow = useMedia(narrow)
  const controls = useListState(resource)
  const { list } = controls
  const counts = useQuery(countsQuery)
  // The counts have the total of a view without other filters.
  const total = counts.data?.of(kind, list.filters.view as ViewName | undefined)
  const listed = useListPage(resource, controls, {
    counted: isNarrowed(list) ? undefined : { total, query: counts },
  })

  const listKey = JSON.stringify([resource.slug, list])
  const { rows, arrived, pointAt } = useSteadyRows(
    listed.page.data as readonly Submission[] | undefined,
    listKey,
  )

  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const selected = rows?.filter(({ id }) => ticked.has(id)) ?? []
  const [puttingOff, setPuttingOff] = useState<Submission>()
  const listPart = useRef<HTMLElement>(null)
  const detail = useRef<HTMLElement>(null)
  const searchField = useRef<HTMLInputElement>(null)

  const stepping = useStepping(listed, rows)
  const { openId, isOpen, index, step } = stepping
  const inList = rows?.[index]
  /** Shown while none is open, where there is room. No key acts on it. */
  const previewed = openId || isNarrow || listed.isBeyond ? undefined : rows?.[0]
  const openOne = useQuery({ ...submissionQuery(openId ?? ''), enabled: openId !== undefined })
  const known = inList ?? openOne.data?.[0]
  const changes = useChanges()

  function decideOnOpen(submission: Submission, status: SubmissionStatus) {
    const { id } = submission
    const isChanged = changes.decide([submission], status)
    // Setting a submission back to new is no decision.
    if (isChanged && status === 'new') return
    if (hasStartedAnswer(me, id) && !queryClient.isMutating({ mutationKey: answerKey(id) })) {
      notify({
        title: 'Answer not sent',
        description: `Your text to ${titleOf(submission)} is kept as a draft.`,
      })
    }
    if (isOpen(id)) step(1, { isDecided: true })
  }

  useQueueKeys({
    stepping,
    rows,
    known,
    openOne,
    selected,
    ticked,
    tick,
    parts: { list: listPart, detail, searchField },
    onStatusOfSelected: (status) => changes.decide(selected, status),
    onStatusOfOpen: decideOnOpen,
    onPutOff: setPuttingOff,
    onUndo: changes.undoLast,
  })
  useReadAhead(listed, rows, stepping)

  function tick(ids: readonly string[], isTicked: boolean) {
    setTicked((before) => {
      const others = [...before].filter((id) => !ids.includes(id))
      return new Set(isTicked ? [...others, ...ids] : others)
    })
  }

  return {
    counts,
    listed,
    listKey,
    rows,
    arrived,
    pointAt,
    selected,
    ticked,
    tick,
    ...stepping,
    inList,
    previewed,
    ...changes,
    decideOnOpen,
    puttingOff,
    setPuttingOff,
    /** The open submission, once it or its row has loaded */
    known,
    listPart,
    detail,
    searchField,
  }
}

export type QueueState = ReturnType<typeof useQueue>
