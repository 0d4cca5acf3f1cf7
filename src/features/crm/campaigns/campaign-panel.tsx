import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { resourceKey } from '@/shared/resource/resource-queries'
import { failureText } from '@/shared/supabase/backend-message'
import type { Tables } from '@/shared/supabase/database.types'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { LoadFailure } from '@/shared/ui/load-failure'
import { Spinner } from '@/shared/ui/spinner'
import { AudienceFigures } from './audience-figures'
import { people } from './audiences'
import { OutcomesDialog } from './campaign-outcomes'
import { PreviewDialog } from './campaign-preview'
import { changeSending, progressQuery, testCampaign, type Progress } from './campaign-queries'
import { officeTime } from './office-time'
import { SendDialog } from './send-dialog'

/** As the list knows it; its panel reads the text too. */
export type Campaign = Pick<
  Tables<'email_campaigns'>,
  'id' | 'name' | 'subject' | 'target_audience' | 'status' | 'scheduled_at'
> &
  Partial<Pick<Tables<'email_campaigns'>, 'content' | 'name_fallback'>>

/** What can be done with a campaign: look at it and send it, follow it, see what became of it. */
export function CampaignPanel({ row }: { row: Campaign }) {
  return (
    <section
      key={row.id}
      aria-label="Sending"
      className="mb-6 grid gap-4 border-b border-line pb-6"
    >
      {row.status === 'draft' ? <Draft campaign={row} /> : <Sending campaign={row} />}
    </section>
  )
}

function Draft({ campaign }: { campaign: Campaign }) {
  const [open, setOpen] = useState<'preview' | 'now' | 'later'>()
  const test = useMutation(testCampaign(campaign.id))
  const close = () => setOpen(undefined)
  return (
    <>
      <AudienceFigures audience={campaign.target_audience} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpen('now')}>Send now</Button>
        <Button variant="outline" onClick={() => setOpen('later')}>
          Schedule
        </Button>
        <Button
          variant="outline"
          disabled={campaign.content === undefined}
          onClick={() => setOpen('preview')}
        >
          Preview
        </Button>
        <Button variant="outline" loading={test.isPending} onClick={() => test.mutate()}>
          Send a test to me
        </Button>
      </div>
      {test.isError ? (
        <Alert tone="danger" role="alert" title="No test was sent.">
          {failureText(test.error)}
        </Alert>
      ) : (
        test.data && (
          <Alert tone="success" role="status">
            A test is on its way to {test.data}.
          </Alert>
        )
      )}
      {open === 'preview' && <PreviewDialog campaign={campaign} onClose={close} />}
      {(open === 'now' || open === 'later') && (
        <SendDialog campaign={campaign} isLater={open === 'later'} onClose={close} />
      )}
    </>
  )
}

function Sending({ campaign }: { campaign: Campaign }) {
  const { id, status } = campaign
  const [open, setOpen] = useState<'preview' | 'outcomes' | 'cancel'>()
  const progress = useQuery(progressQuery(id))
  const change = useMutation(changeSending(id))
  const client = useQueryClient()
  const close = () => setOpen(undefined)

  const current = progress.data?.status ?? status
  useEffect(() => {
    if (current !== status) {
      void client.invalidateQueries({ queryKey: [...resourceKey('email_campaigns'), 'campaigns'] })
    }
  }, [client, current, status])

  if (progress.isError && !progress.data) {
    return <LoadFailure title="How far it is could not be read." query={progress} />
  }
  if (!progress.data) return <Spinner className="my-6" />
  const isUnderWay = current === 'sending' || current === 'paused'
  return (
    <>
      {current === 'scheduled' ? (
        campaign.scheduled_at && (
          <p>
            It goes out on {officeTime(new Date(campaign.scheduled_at))}, to whoever is in the
            audience by then.
          </p>
        )
      ) : (
        <Figures progress={progress.data} />
      )}
      <div className="flex flex-wrap gap-2">
        {current === 'sending' && (
          <Button loading={change.isPending} onClick={() => change.mutate('pause_campaign')}>
            Pause
          </Button>
        )}
        {current === 'paused' && (
          <Button loading={change.isPending} onClick={() => change.mutate('resume_campaign')}>
            Resume
          </Button>
        )}
        {isUnderWay && (
          <Button variant="outline" onClick={() => setOpen('cancel')}>
            Cancel the rest
          </Button>
        )}
        {current === 'scheduled' && (
          <Button loading={change.isPending} onClick={() => change.mutate('cancel_campaign')}>
            Back to draft
          </Button>
        )}
        {current !== 'scheduled' && (
          <Button variant="outline" onClick={() => setOpen('outcomes')}>
            Outcomes
          </Button>
        )}
        <Button
          variant="outline"
          disabled={campaign.content === undefined}
          onClick={() => setOpen('preview')}
        >
          Preview
        </Button>
      </div>
      {change.isError && (
        <Alert tone="danger" role="alert" title="Nothing was changed.">
          {failureText(change.error)}
        </Alert>
      )}
      {open === 'preview' && <PreviewDialog campaign={campaign} onClose={close} />}
      {open === 'outcomes' && (
        <OutcomesDialog campaign={campaign} progress={progress.data} onClose={close} />
      )}
      {open === 'cancel' && (
        <Dialog open onOpenChange={close}>
          <DialogContent
            size="sm"
            title="Cancel the rest?"
            description={`${people(progress.data.waiting)} who still wait do not get it, and it cannot be sent to them later.`}
          >
            <DialogFooter>
              <DialogClose asChild>
                <Button variant="outline">Go on sending</Button>
              </DialogClose>
              <Button
                variant="danger"
                onClick={() => {
                  change.mutate('cancel_campaign')
                  close()
                }}
              >
                Cancel the rest
              </Button>
            </DialogFooter>
          </DialogContent>
        </Dialog>
      )}
    </>
  )
}

function Figures({ progress }: { progress: Progress }) {
  const { status, waiting, sent, failed, suppressed, cancelled, rate_per_minute } = progress
  const total = waiting + sent + failed + suppressed + cancelled
  const count = (number: number) => number.toLocaleString('en-US')
  if (total === 0) {
    return <p className="text-ink-soft">What became of each mail was not written down.</p>
  }
  const minutes = Math.ceil(waiting / rate_per_minute)
  const others = [
    waiting > 0 && `${count(waiting)} waiting`,
    failed > 0 && `${count(failed)} failed`,
    suppressed > 0 && `${count(suppressed)} unsubscribed or unreachable meanwhile`,
    cancelled > 0 && `${count(cancelled)} cancelled`,
  ].filter(Boolean)
  return (
    <div className="grid gap-2">
      <p role="status" className="font-semibold tabular-nums">
        {count(sent)} of {count(total)} sent
        {status === 'paused' && ', and paused'}
      </p>
      <progress aria-label="Done" className="ui-progress" value={total - waiting} max={total} />
      {others.length > 0 && <p className="text-sm text-ink-soft">{others.join(', ')}</p>}
      {status === 'sending' && waiting > 0 && (
        <p className="text-sm text-ink-soft">
          About {minutes === 1 ? 'a minute' : `${count(minutes)} minutes`} more, at{' '}
          {count(rate_per_minute)} a minute
        </p>
      )}
    </div>
  )
}
