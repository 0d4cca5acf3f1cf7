import Keyboard from 'lucide-react/icons/keyboard'
import type { People } from '@/features/submissions/conversion/convert-submission'
import { useAuth } from '@/shared/auth/auth-context'
import { cn } from '@/shared/lib/cn'
import { optionLabel } from '@/shared/lib/option-label'
import { phone, useMedia } from '@/shared/lib/use-media'
import { ListBody } from '@/engine/list/list-body'
import type { Queue } from '@/features/submissions/common/queues'
import { usePageKeys } from '@/shared/account-ui/page-help'
import { kinds, type Target } from '@/shared/submissions/kinds'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Button } from '@/shared/ui/button'
import { Spinner } from '@/shared/ui/spinner'
import { Pagination } from '@/shared/account-ui/pagination'
import { QueueExport } from './queue-export'
import { QueueList } from './queue-list'
import { QueueToolbar } from './queue-toolbar'
import { queueKeys } from './shortcuts'
import { SelectionBar } from './selection-bar'
import { DetailFrame } from './detail-frame'
import { SubmissionPreview } from './submission-preview'
import { useQueue, type QueueState } from './use-queue'

const PutOffDialog = lazyPart(() => import('./put-off-dialog'))
export const SubmissionDetail = lazyPart(
  () => import('./submission-detail'),
  ({ onStep, onClose, help }) => (
    <DetailFrame onStep={onStep} onClose={onClose} help={help}>
      <Spinner label="Loading submission..." className="my-6" />
    </DetailFrame>
  ),
)

/** One list of the queue beside the open submission. */
export function QueueView({ queue: declared, people }: { queue: Queue; people: People }) {
  const { resource, kind } = declared
  const isPhone = useMedia(phone)
  const queue = useQueue(declared)
  const { counts, listed, openId, puttingOff, selected, listPart, searchField } = queue
  const { controls, page, pages } = listed

  const toolbar = (
    <QueueToolbar resource={resource} kind={kind} controls={controls} searchField={searchField}>
      <QueueExport
        resource={resource}
        kind={kind}
        of={controls.list}
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
            rows={queue.rows ?? []}
            selected={selected}
            listed={listed}
            onSelect={queue.tick}
            onStatus={(status) => queue.decide(selected, status)}
            onAssign={(assignee) => queue.assignTo(selected, assignee)}
            toolbar={isPhone && toolbar}
          />
          <ListBody of={listed} rows={queue.rows} className="m-3">
            {(shown) => (
              <QueueList
                label={resource.tab}
                rows={shown}
                arrived={queue.arrived}
                onPoint={queue.pointAt}
                listKey={queue.listKey}
                open={openId}
                hrefOf={queue.hrefOf}
                onOpen={queue.show}
                selected={queue.ticked}
                onSelect={queue.tick}
              >
                <Pagination {...pages} />
              </QueueList>
            )}
          </ListBody>
        </section>
        <OpenPart of={queue} people={people} />
      </div>
      {puttingOff && (
        <PutOffDialog
          submission={puttingOff}
          onPutOff={() => queue.goOnFrom(puttingOff.id)}
          onClose={() => queue.setPuttingOff(undefined)}
        />
      )}
    </div>
  )
}

const either = { type: 'disjunction' } as const

/** The open submission, or a preview of the first where there is room. */
function OpenPart({ of: queue, people }: { of: QueueState; people: People }) {
  const { openId, inList, isAwaiting, previewed, step, close, goOnFrom, show } = queue
  const { detail, heading, hrefOf } = queue
  const { can } = useAuth()
  const openHelp = usePageKeys(() => {
    const open = isAwaiting ? undefined : queue.known
    const targets = open ? (kinds[open.kind].targets ?? []) : (Object.keys(people) as Target[])
    const converts = targets
      .filter((target) => can(...people[target].requiredRights))
      .map((target) => people[target].label.one)
    return queueKeys({
      statuses: open && kinds[open.kind].statuses.map(optionLabel),
      converts: open ? converts : [new Intl.ListFormat('en-US', either).format(converts)],
    })
  })
  const help = (
    <Button variant="ghost" size="sm" onClick={openHelp}>
      <Keyboard aria-hidden="true" />
      Keyboard
    </Button>
  )

  return (
    <section
      ref={detail}
      aria-label="Submission"
      data-drop
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
          onStatus={queue.decideOnOpen}
          onAnswered={(submission, change) => {
            queue.follow(submission, change)
            goOnFrom(submission.id)
          }}
          onAssign={(submission, assignee) => queue.assignTo([submission], assignee)}
          onPutOff={queue.setPuttingOff}
          people={people}
          onUndoable={queue.keep}
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
            <SubmissionPreview submission={previewed} href={hrefOf(previewed.id)} onOpen={show} />
          )}
        </>
      )}
    </section>
  )
}
