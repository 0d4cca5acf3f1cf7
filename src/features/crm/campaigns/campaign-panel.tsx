import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RowActionsProps, RowDialogProps } from '@/engine/core/define-resource'
import { resourceKey } from '@/engine/core/resource-queries'
import { Failure } from '@/shared/account-ui/failure'
import { Loading } from '@/shared/account-ui/loading'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { AudienceFigures } from './audience-figures'
import { reachOf, type Campaign } from './campaign'
import { giftFieldsIn } from '@/shared/mail/campaign-fields'
import { people } from './audiences'
import { OutcomesDialog } from './campaign-outcomes'
import { PreviewDialog } from './campaign-preview'
import { changeSending, progressQuery, testCampaign, type Progress } from './campaign-queries'
import { officeTime } from './office-time'
import { ScheduleDialog, SendDialog } from './send-dialog'
import { TextProblem, useTextProblem } from './text-problem'

type Actions = Pick<RowActionsProps<Campaign>, 'row' | 'open'>

export function CampaignPanel(props: Actions) {
  const { id, status } = props.row
  return (
    <section key={id} aria-label="Sending" className="mb-6 grid gap-4 border-b border-line pb-6">
      {status === 'draft' ? <Draft {...props} /> : <Sending {...props} />}
    </section>
  )
}

function Draft({ row, open }: Actions) {
  const test = useMutation(testCampaign(row.id))
  const problem = useTextProblem(row)
  const isHeld = isUnread(row) || problem !== undefined
  return (
    <>
      <TextProblem problem={problem} />
      {!isHeld && <AudienceFigures reach={reachOf(row)} />}
      <div className="flex flex-wrap gap-2">
        <Button disabled={isHeld} onClick={() => open(SendDialog)}>
          Send now
        </Button>
        <Button variant="outline" disabled={isHeld} onClick={() => open(ScheduleDialog)}>
          Schedule
        </Button>
        <PreviewButton row={row} open={open} />
        <Button
          variant="outline"
          disabled={isHeld}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          Send a test to me
        </Button>
      </div>
      <Failure of={test} title="No test was sent." />
      {test.data && (
        <Alert tone="success" role="status">
          A test is on its way to {test.data}.
          {giftFieldsIn(row).length > 0 && ' The gifts in it are examples.'}
        </Alert>
      )}
    </>
  )
}

/** The list does not read the text; the panel does. */
const isUnread = ({ content }: Campaign) => content === undefined

function PreviewButton({ row, open }: Actions) {
  return (
    <Button variant="outline" disabled={isUnread(row)} onClick={() => open(PreviewDialog)}>
      Preview
    </Button>
  )
}

function Sending({ row, open }: Actions) {
  const { id, status, scheduled_at } = row
  const progress = useQuery(progressQuery(id))
  const change = useMutation(changeSending(id))
  const client = useQueryClient()

  const current = progress.data?.status ?? status
  useEffect(() => {
    if (current !== status) {
      void client.invalidateQueries({ queryKey: [...resourceKey('email_campaigns'), 'campaigns'] })
    }
  }, [client, current, status])

  if (!progress.data) return <Loading query={progress} what="The progress" className="my-6" />
  const { is_cancelling } = progress.data
  return (
    <>
      {current !== 'scheduled' ? (
        <Figures progress={progress.data} />
      ) : (
        scheduled_at && (
          <p>
            It goes out on {officeTime(new Date(scheduled_at))}, to everyone in the audience at that
            time.
          </p>
        )
      )}
      <div className="flex flex-wrap gap-2">
        {current === 'sending' && !is_cancelling && (
          <Button loading={change.isPending} onClick={() => change.mutate('pause_campaign')}>
            Pause
          </Button>
        )}
        {current === 'paused' && (
          <Button loading={change.isPending} onClick={() => change.mutate('resume_campaign')}>
            Resume
          </Button>
        )}
        {(current === 'sending' || current === 'paused') && !is_cancelling && (
          <Button variant="outline" onClick={() => open(CancelDialog)}>
            Cancel the rest
          </Button>
        )}
        {current === 'scheduled' ? (
          <Button loading={change.isPending} onClick={() => change.mutate('cancel_campaign')}>
            Back to draft
          </Button>
        ) : (
          <Button variant="outline" onClick={() => open(OutcomesDialog)}>
            Outcomes
          </Button>
        )}
        <PreviewButton row={row} open={open} />
      </div>
      <Failure of={change} title="Nothing was changed." />
    </>
  )
}

function CancelDialog({ row, onClose }: RowDialogProps<Campaign>) {
  const progress = useQuery(progressQuery(row.id))
  const change = useMutation(changeSending(row.id))
  return (
    <QuestionDialog
      title="Cancel the rest?"
      description={`${progress.data ? people(left(progress.data)) : 'All'} still waiting won’t get it, and you can’t send it to them later.`}
      no="Keep sending"
      yes="Cancel the rest"
      isPending={change.isPending}
      isHeld
      onYes={() => change.mutate('cancel_campaign', { onSuccess: onClose })}
      onClose={onClose}
    >
      <Failure of={change} title="Nothing was cancelled." />
    </QuestionDialog>
  )
}

/** How many recipients have no outcome yet. */
const left = ({ unqueued, waiting }: Progress) => unqueued + waiting

const count = (number: number) => number.toLocaleString('en-US')

function Figures({ progress }: { progress: Progress }) {
  const { status, unqueued, waiting, sent, failed, suppressed, cancelled } = progress
  const total = left(progress) + sent + failed + suppressed + cancelled
  if (progress.is_cancelling) {
    return (
      <p role="status" className="font-semibold tabular-nums">
        Cancelling, {count(left(progress))} left
      </p>
    )
  }
  if (total === 0) {
    return <p className="text-ink-soft">No outcomes were recorded.</p>
  }
  const minutes = Math.ceil(left(progress) / progress.rate_per_minute)
  const isQueuing = unqueued > 0
  const done = isQueuing ? total - unqueued : total - waiting
  const others = [
    isQueuing && `${count(sent)} sent`,
    waiting > 0 && `${count(waiting)} waiting`,
    failed > 0 && `${count(failed)} failed`,
    suppressed > 0 && `${count(suppressed)} unsubscribed or unreachable since`,
    cancelled > 0 && `${count(cancelled)} cancelled`,
  ].filter(Boolean)
  return (
    <div className="grid gap-2">
      <p role="status" className="font-semibold tabular-nums">
        {isQueuing
          ? `Preparing ${count(done)} of ${count(total)}`
          : `${count(sent)} of ${count(total)} sent`}
        {status === 'paused' && (isQueuing ? ', sending is paused' : ', and paused')}
      </p>
      <progress
        aria-label={isQueuing ? 'Prepared' : 'Done'}
        className="ui-progress"
        value={done}
        max={total}
      />
      {others.length > 0 && <p className="text-sm text-ink-soft">{others.join(', ')}</p>}
      {status === 'sending' && left(progress) > 0 && (
        <p className="text-sm text-ink-soft">
          About {minutes === 1 ? 'one more minute' : `${count(minutes)} more minutes`}, at{' '}
          {count(progress.rate_per_minute)} emails per minute
        </p>
      )}
    </div>
  )
}
