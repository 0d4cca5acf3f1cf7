import { useQuery, useQueryClient } from '@tanstack/react-query'
import Keyboard from 'lucide-react/icons/keyboard'
import { useRef, useState } from 'react'
import { hasStartedAnswer } from '@/features/submissions/answers/answer-composer'
import { answerKey } from '@/features/submissions/answers/answers'
import type { People } from '@/features/submissions/conversion/convert-submission'
import { useAuth } from '@/shared/auth/auth-context'
import { cn } from '@/shared/lib/cn'
import { narrow, phone, useMedia } from '@/shared/lib/use-media'
import { ListBody } from '@/engine/list/list-body'
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
import { Button } from '@/shared/ui/button'
import { notify } from '@/shared/ui/notify'
import { Spinner } from '@/shared/ui/spinner'
import { Pagination } from '@/shared/account-ui/pagination'
import { PutOffDialog } from './put-off-dialog'
import { QueueExport } from './queue-export'
import { QueueList } from './queue-list'
import { QueueToolbar } from './queue-toolbar'
import { SelectionBar } from './selection-bar'
import { ShortcutHelp } from './shortcut-help'
import { DetailFrame, SubmissionDetail } from './submission-detail'
import { SubmissionPreview } from './submission-preview'
import { useChanges } from './use-changes'
import { useDailyRefresh } from './use-daily-refresh'
import { useQueueKeys } from './use-queue-keys'
import { useReadAhead } from './use-read-ahead'
import { useSteadyRows } from './use-steady-rows'
import { useStepping } from './use-stepping'

/** One list of the queue beside the submission that is open. */
export function QueueView({ queue, people }: { queue: Queue; people: People }) {
  const { resource, kind } = queue
  const queryClient = useQueryClient()
  const me = useAuth().user?.id ?? ''
  useDailyRefresh()
  const isPhone = useMedia(phone)
  const isNarrow = useMedia(narrow)
  const controls = useListState(resource)
  const { list } = controls
  const counts = useQuery(countsQuery)
  // The counts have the total of a view without other filters.
  const total = counts.data?.of(kind, list.filters.view as ViewName | undefined)
  const listed = useListPage(resource, controls, {
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
  const [puttingOff, setPuttingOff] = useState<Submission>()
  const searchField = useRef<HTMLInputElement>(null)
  const listPart = useRef<HTMLElement>(null)
  const detail = useRef<HTMLElement>(null)

  const stepping = useStepping(listed, rows)
  const { openId, isOpen, isAwaiting, hrefOf, index, heading, show, step, goOnFrom, close } =
    stepping
  const inList = rows?.[index]
  /** Shown while none is open, if there is room for it. No key decides on it. */
  const previewed = openId || isNarrow || isBeyond ? undefined : rows?.[0]
  const openOne = useQuery({ ...submissionQuery(openId ?? ''), enabled: openId !== undefined })
  const known = inList ?? openOne.data?.[0]
  const { decide, follow, assignTo, keep, undoLast } = useChanges()

  function decideOnOpen(submission: Submission, status: SubmissionStatus) {
    const { id } = submission
    const isChanged = decide([submission], status)
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

  const { singleKeys, setSingleKeys } = useQueueKeys({
    stepping,
    rows,
    known,
    openOne,
    selected,
    ticked,
    tick,
    parts: { list: listPart, detail, searchField },
    onStatusOfSelected: (status) => decide(selected, status),
    onStatusOfOpen: decideOnOpen,
    onPutOff: setPuttingOff,
    onUndo: undoLast,
    onHelp: () => setHelpOpen(true),
  })
  useReadAhead(listed, rows, stepping)

  function tick(ids: readonly string[], isTicked: boolean) {
    setTicked((before) => {
      const others = [...before].filter((id) => !ids.includes(id))
      return new Set(isTicked ? [...others, ...ids] : others)
    })
  }

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
        of={list}
        total={listed.exportable}
        all={counts.data?.of(kind)}
        isInMenu={isPhone}
      />
    </QueueToolbar>
  )

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 md:pt-1">
      {!isPhone && <div className={cn(openId && 'max-lg:hidden')}>{toolbar}</div>}
      <div className="flex min-h-0 flex-1 lg:overflow-hidden lg:rounded-control lg:border lg:border-line">
        <section
          ref={listPart}
          aria-label="List"
          aria-busy={page.isPlaceholderData}
          className={cn(
            'flex min-h-0 w-full flex-none flex-col max-lg:-mx-4 max-lg:w-[calc(100%+2rem)] md:max-lg:-mx-6 md:max-lg:w-[calc(100%+3rem)] lg:w-92 lg:max-w-full lg:border-e lg:border-line xl:w-104',
            // Beside the panel of a person there is room for one of the two.
            openId && 'max-lg:hidden @max-3xl:hidden',
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
            onAssign={(assignee) => assignTo(selected, assignee)}
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
                open={openId}
                hrefOf={hrefOf}
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
          ref={detail}
          aria-label="Submission"
          className={cn(
            'min-h-0 min-w-0 flex-1 bg-paper-raised lg:overflow-y-auto lg:px-6 lg:py-4',
            !openId && 'max-lg:hidden',
            'max-lg:-mx-4 max-lg:px-4 max-lg:py-3 md:max-lg:-mx-6 md:max-lg:px-6',
          )}
        >
          {isAwaiting ? (
            <DetailFrame onStep={step} onClose={close} help={help}>
              <Spinner label="Loading submission..." className="my-6" />
            </DetailFrame>
          ) : openId ? (
            <SubmissionDetail
              key={openId}
              id={openId}
              listed={inList}
              onStatus={decideOnOpen}
              onAnswered={(submission, change) => {
                follow(submission, change)
                goOnFrom(submission.id)
              }}
              onAssign={(submission, assignee) => assignTo([submission], assignee)}
              onPutOff={setPuttingOff}
              people={people}
              onUndoable={keep}
              onConverted={() => goOnFrom(openId)}
              onStep={step}
              onClose={close}
              help={help}
              headingField={heading}
            />
          ) : (
            <>
              <div className="-mt-1 mb-2 flex justify-end">{help}</div>
              {previewed && (
                <SubmissionPreview
                  submission={previewed}
                  href={hrefOf(previewed.id)}
                  onOpen={show}
                />
              )}
            </>
          )}
        </section>
      </div>
      {puttingOff && (
        <PutOffDialog
          submission={puttingOff}
          onPutOff={() => goOnFrom(puttingOff.id)}
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
