import { useQuery, useQueryClient } from '@tanstack/react-query'
import Keyboard from 'lucide-react/icons/keyboard'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { composerId, hasStartedAnswer } from '@/features/answers/answer-composer'
import { answerKey, sendBlockerQuery } from '@/features/answers/answers'
import { useAuth } from '@/shared/auth/auth-context'
import { cn } from '@/shared/lib/cn'
import { narrow, phone, useMedia } from '@/shared/lib/use-media'
import { ListBody } from '@/shared/resource/list/list-body'
import { isNarrowed, useListState, type ListState } from '@/shared/resource/list/list-state'
import { useListPage } from '@/shared/resource/list/use-list-page'
import { isChanging } from '@/shared/resource/write/row-changes'
import { Button } from '@/shared/ui/button'
import { notify } from '@/shared/ui/notify'
import { Pagination } from '@/shared/ui/pagination'
import { reviewerName } from './changes'
import {
  commonStatuses,
  kinds,
  type SubmissionStatus,
  type Target,
} from '@/shared/submissions/kinds'
import { QueueExport } from './queue-export'
import { QueueList } from './queue-list'
import { QueueToolbar } from './queue-toolbar'
import {
  titleOf,
  viewLabel,
  type Queue,
  type Submission,
  type ViewName,
} from '@/shared/submissions/queues'
import { PutOffDialog } from './put-off-dialog'
import { SelectionBar } from './selection-bar'
import { ShortcutHelp } from './shortcut-help'
import { SubmissionDetail } from './submission-detail'
import { SubmissionPreview } from './submission-preview'
import {
  countsQuery,
  reviewersQuery,
  submissionQuery,
  type FullSubmission,
} from '@/shared/submissions/submission-queries'
import { targetsFor, type People } from '@/features/conversion/convert-submission'
import { ConvertDialog } from '@/features/conversion/convert-dialog'
import { useChanges } from './use-changes'
import { useShortcuts } from './use-shortcuts'
import { useSteadyRows } from './use-steady-rows'
import { useStepping } from './use-stepping'
import { useToday } from './use-today'

/** One list of the queue beside the submission that is open. */
export function QueueView({ queue, people }: { queue: Queue; people: People }) {
  const { resource, kind } = queue
  const queryClient = useQueryClient()
  const auth = useAuth()
  const me = auth.user?.id ?? ''
  const today = useToday()
  const isPhone = useMedia(phone)
  const isNarrow = useMedia(narrow)
  const controls = useListState(resource)
  const { list, change, searchText } = controls
  const asked = askedFor(list, me)
  const counts = useQuery(countsQuery)
  const { data: reviewers = [] } = useQuery(reviewersQuery)
  // The counts say it of a view that nothing else narrows down.
  const total = counts.data?.of(kind, list.filters.view as ViewName | undefined)
  const listed = useListPage(resource, controls, {
    asked,
    counted: isNarrowed(list) ? undefined : { total, query: counts },
  })
  const { page, isBeyond, pages } = listed

  const listKey = JSON.stringify([resource.slug, list])
  const { rows, arrived, pointAt } = useSteadyRows(
    page.data as readonly Submission[] | undefined,
    listKey,
  )

  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const selected = rows?.filter(({ id }) => ticked.has(id)) ?? []
  const [isHelpOpen, setHelpOpen] = useState(false)

  const searchField = useRef<HTMLInputElement>(null)
  const assigneeField = useRef<HTMLSelectElement>(null)
  const answerButton = useRef<HTMLButtonElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const taskButton = useRef<HTMLButtonElement>(null)

  const {
    openId: open,
    isOpen,
    openHref,
    index,
    heading,
    show,
    step,
    close,
    leaveField,
    ...cursor
  } = useStepping({
    rows,
    isStale: page.isPlaceholderData || searchText.trim() !== list.search,
    isSettling: () => page.isFetching || isChanging(queryClient, 'submissions'),
    isFailed: page.isError,
    page: list.page,
    pageCount: pages.pageCount,
    turnTo: (next, options) => change({ page: next }, options),
  })
  const inList = rows?.[index]
  /** Shown while none is open, where there is room for it. No key decides on it. */
  const previewed = open || isNarrow || isBeyond ? undefined : rows?.[0]
  const openOne = useQuery({ ...submissionQuery(open ?? ''), enabled: open !== undefined })

  const { decide, giveTo, keep, takeLastBack } = useChanges(reviewers)
  const [converting, setConverting] = useState<{ submission: FullSubmission; target: Target }>()

  const [puttingOff, setPuttingOff] = useState<Submission>()

  const known = inList ?? openOne.data?.[0]
  /** The submission that a key acts on may still be loading. */
  const untilRead = open && openOne.isPending ? ('later' as const) : undefined

  function decideOnOpen(submission: Submission, status: SubmissionStatus) {
    const { id } = submission
    const isChanged = decide([submission], status)
    // Setting it back is no decision.
    if (isChanged && status === 'new') return
    if (hasStartedAnswer(me, id) && !queryClient.isMutating({ mutationKey: answerKey(id) })) {
      notify({
        title: 'Answer not sent',
        description: `Your text to ${titleOf(submission)} is kept as a draft.`,
      })
    }
    goOn(id)
  }
  const goOn = (from: string) => ask({ does: 'go-on', from })

  const { singleKeys, setSingleKeys, ask } = useShortcuts(
    {
      next: () => step(1),
      previous: () => step(-1),
      open(_, focused) {
        if (open) return
        const id = focused?.closest<HTMLElement>('[data-row]')?.dataset.row ?? rows?.[0]?.id
        if (id) show(id)
      },
      'go-on': ({ from }) => (isOpen(from) ? step(1) : undefined),
      status({ index: position }) {
        if (open) {
          if (!known) return untilRead
          const status = kinds[known.kind].statuses[position]
          if (status) decideOnOpen(known, status)
        } else {
          const status = commonStatuses(selected.map((one) => one.kind))[position]
          if (status && selected.length > 0) decide(selected, status)
        }
        return undefined
      },
      assign() {
        if (!assigneeField.current) return untilRead
        assigneeField.current.focus()
        return undefined
      },
      answer() {
        if (!open || !known) return untilRead
        answerButton.current?.click()
        if (document.getElementById(composerId)) return undefined
        const blocker = queryClient.getQueryState(sendBlockerQuery(open).queryKey)
        const isBlocked = blocker?.data || blocker?.status === 'error'
        return isBlocked || openOne.isError ? undefined : 'later'
      },
      convert({ index: position }) {
        const [read] = openOne.data ?? []
        if (!read) return untilRead
        const target = targetsFor(read, people, auth)[position]
        if (target) setConverting({ submission: read, target })
        return undefined
      },
      task() {
        if (!taskButton.current) return untilRead
        taskButton.current.click()
        return undefined
      },
      'put-off': () => {
        if (!open || !known) return untilRead
        if (known.answered_at === null) setPuttingOff(known)
        return undefined
      },
      note() {
        if (!noteField.current) return untilRead
        noteField.current.scrollIntoView?.({ block: 'nearest' })
        noteField.current.focus()
        return undefined
      },
      search() {
        searchField.current?.focus()
        searchField.current?.select()
      },
      select(_, focused) {
        const id = focused?.closest<HTMLElement>('[data-row]')?.dataset.row ?? open
        if (id) tick([id], !ticked.has(id))
      },
      undo() {
        const id = takeLastBack()
        if (id) show(id)
      },
      help: () => setHelpOpen(true),
      'leave-field': (_, field) => leaveField(field),
      close() {
        if (selected.length > 0 && !open) setTicked(new Set())
        else if (open) close()
      },
    },
    cursor,
  )

  // Loads the neighbors before someone steps to them.
  const neighbours = [rows?.[index + 1]?.id, rows?.[index - 1]?.id]
  const prefetch = useEffectEvent(() => {
    for (const id of neighbours) if (id) void queryClient.prefetchQuery(submissionQuery(id))
  })
  useEffect(() => {
    if (open !== undefined && index !== -1) prefetch()
  }, [open, index])

  function tick(ids: readonly string[], isTicked: boolean) {
    setTicked((before) => {
      const others = [...before].filter((id) => !ids.includes(id))
      return new Set(isTicked ? [...others, ...ids] : others)
    })
  }

  const words = [
    list.filters.view && viewLabel(list.filters.view as ViewName).toLowerCase(),
    list.search && 'search',
    Object.keys(list.filters).some((key) => key !== 'view') && 'filters',
  ].filter((word): word is string => typeof word === 'string' && word !== '')

  const help = (
    <Button variant="ghost" size="sm" onClick={() => setHelpOpen(true)}>
      <Keyboard aria-hidden="true" />
      Keyboard
    </Button>
  )

  const toolbar = (
    <QueueToolbar resource={resource} kind={kind} controls={controls} searchField={searchField}>
      <QueueExport
        resource={resource}
        kind={kind}
        asked={asked}
        total={listed.exportable}
        all={counts.data?.of(kind)}
        narrowedBy={words}
        isInMenu={isPhone}
      />
    </QueueToolbar>
  )

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 md:pt-1">
      {!isPhone && <div className={cn(open && 'max-lg:hidden')}>{toolbar}</div>}
      <div className="flex min-h-0 flex-1 lg:overflow-hidden lg:rounded-control lg:border lg:border-line">
        <section
          aria-label="List"
          aria-busy={page.isPlaceholderData}
          className={cn(
            'flex min-h-0 w-full flex-none flex-col max-lg:-mx-4 max-lg:w-[calc(100%+2rem)] md:max-lg:-mx-6 md:max-lg:w-[calc(100%+3rem)] lg:w-92 lg:max-w-full lg:border-e lg:border-line xl:w-104',
            // Beside the panel of a person there is room for one of the two.
            open && 'max-lg:hidden @max-3xl:hidden',
          )}
        >
          <SelectionBar
            resource={resource}
            kind={kind}
            rows={rows ?? []}
            selected={selected}
            total={listed.total}
            onSelect={tick}
            onStatus={(status) => decide(selected, status)}
            onAssign={(assignee) => giveTo(selected, assignee)}
            toolbar={isPhone && toolbar}
          />
          <ListBody of={listed} rows={rows} className="m-3">
            {(shown) => (
              <QueueList
                label={resource.tab}
                rows={shown}
                arrived={arrived}
                onPoint={pointAt}
                listKey={listKey}
                open={open}
                today={today}
                assigneeOf={({ assignee_id }) =>
                  assignee_id === null ? '' : reviewerName(reviewers, assignee_id)
                }
                hrefOf={openHref}
                onOpen={show}
                selected={ticked}
                onSelect={tick}
              >
                <Pagination {...pages} />
              </QueueList>
            )}
          </ListBody>
        </section>
        <section
          aria-label="Submission"
          className={cn(
            'min-h-0 min-w-0 flex-1 bg-paper-raised lg:overflow-y-auto lg:px-6 lg:py-4',
            !open && 'max-lg:hidden',
            'max-lg:-mx-4 max-lg:px-4 max-lg:py-3 md:max-lg:-mx-6 md:max-lg:px-6',
          )}
        >
          {open ? (
            <SubmissionDetail
              key={open}
              id={open}
              listed={inList}
              today={today}
              onStatus={decideOnOpen}
              onAnswered={(submission, status) => {
                decide([submission], status)
                goOn(submission.id)
              }}
              onAssign={(submission, assignee) => giveTo([submission], assignee)}
              people={people}
              onConvert={(submission, target) => setConverting({ submission, target })}
              onStep={step}
              onClose={close}
              help={help}
              headingField={heading}
              assigneeField={assigneeField}
              answerButton={answerButton}
              noteField={noteField}
              taskButton={taskButton}
              onPutOff={setPuttingOff}
            />
          ) : (
            <>
              <div className="-mt-1 mb-2 flex justify-end">{help}</div>
              {previewed && (
                <SubmissionPreview
                  submission={previewed}
                  today={today}
                  href={openHref(previewed.id)}
                  onOpen={show}
                />
              )}
            </>
          )}
        </section>
      </div>
      {converting && (
        <ConvertDialog
          {...converting}
          resource={people[converting.target]}
          onUndoable={keep}
          onConverted={() => goOn(converting.submission.id)}
          onClose={() => setConverting(undefined)}
        />
      )}
      {puttingOff && (
        <PutOffDialog
          submission={puttingOff}
          onPutOff={() => goOn(puttingOff.id)}
          onClose={() => setPuttingOff(undefined)}
        />
      )}
      {isHelpOpen && (
        <ShortcutHelp
          isOn={singleKeys}
          onChange={setSingleKeys}
          onClose={() => setHelpOpen(false)}
        />
      )}
    </div>
  )
}

/** `mine` says of itself only that they are open. */
function askedFor(list: ListState, me: string): ListState {
  if (list.filters.view !== 'mine') return list
  return { ...list, filters: { ...list.filters, assignee_id: me } }
}
