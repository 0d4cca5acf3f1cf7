import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { organisation } from '@/shared/data/organisation'
import type { RowDialogProps } from '@/shared/resource/define/define-resource'
import { failureText } from '@/shared/supabase/backend-message'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Field } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { notify } from '@/shared/ui/notify'
import { AudienceFigures } from './audience-figures'
import { people } from './audiences'
import type { Campaign } from './campaign'
import { audienceQuery, sendCampaign } from './campaign-queries'
import { officeClock, officeMoment, officeTime, ownTime } from './office-time'

type DialogProps = RowDialogProps<Campaign>

export const SendDialog = (props: DialogProps) => <Confirmation {...props} isLater={false} />

export const ScheduleDialog = (props: DialogProps) => <Confirmation {...props} isLater />

/** Names the number of people, and sends to no other number, and no other text than it was opened with. */
function Confirmation({ row, onClose, isLater }: DialogProps & { isLater: boolean }) {
  const [campaign] = useState(row)
  const { data: audience } = useQuery(audienceQuery(campaign.target_audience))
  const send = useMutation(sendCampaign(campaign.id))
  const [opened] = useState(() => officeClock(new Date()))
  const [local, setLocal] = useState('')
  const [error, setError] = useState<string>()
  const moment = officeMoment(local)
  const own = moment && ownTime(moment)
  const count = audience?.recipients

  function confirm() {
    const { subject, content, name_fallback, target_audience } = campaign
    if (count === undefined || content === undefined || name_fallback === undefined) return
    if (isLater && (!moment || isOver(moment))) {
      return setError(
        local && !moment
          ? 'Clocks are set forward past this time. Choose another one.'
          : 'Choose a time that is still to come.',
      )
    }
    send.mutate(
      {
        expected: count,
        words: { subject, content, name_fallback, target_audience },
        ...(isLater && moment && { at: moment }),
      },
      {
        onSuccess: () => {
          notify({
            title: isLater ? 'Campaign scheduled' : 'Campaign is being sent',
            tone: 'success',
          })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog open onOpenChange={() => !send.isPending && onClose()}>
      <DialogContent
        size="sm"
        title={isLater ? `Schedule “${campaign.name}”` : `Send “${campaign.name}” now?`}
        description={
          isLater
            ? 'It goes to whoever is in the audience by then. Until then it can become a draft again.'
            : 'What went out cannot be taken back.'
        }
      >
        <form
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            confirm()
          }}
        >
          {isLater && (
            <Field
              label="Date and time"
              description={`By the clock of the office (${organisation.timeZone}).`}
              error={error}
              required
            >
              {(control) => (
                <Input
                  {...control}
                  type="datetime-local"
                  min={opened}
                  value={local}
                  onChange={({ target }) => {
                    setLocal(target.value)
                    setError(undefined)
                  }}
                />
              )}
            </Field>
          )}
          {isLater && moment && (
            <p role="status">
              {officeTime(moment)}
              {own && <span className="text-ink-soft">. Where you are: {own}</span>}
            </p>
          )}
          <AudienceFigures audience={campaign.target_audience} />
          {send.isError && (
            <Alert tone="danger" role="alert" title="It was not sent.">
              {failureText(send.error)}
            </Alert>
          )}
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline" disabled={send.isPending}>
                Not yet
              </Button>
            </DialogClose>
            <Button type="submit" loading={send.isPending} disabled={!count}>
              {count === undefined
                ? 'Counting...'
                : isLater
                  ? `Schedule for ${people(count)}`
                  : `Send to ${people(count)}`}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

const isOver = (moment: Date) => moment.getTime() <= Date.now()
