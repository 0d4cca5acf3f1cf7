import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { organisation } from '@/shared/data/organisation'
import type { RowDialogProps } from '@/shared/resource/define/define-resource'
import { Failure } from '@/shared/ui/failure'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { Field } from '@/shared/ui/field'
import { FormFooter } from '@/shared/ui/form-footer'
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
          ? 'Clocks skip this time when they go forward. Choose another one.'
          : 'Choose a time in the future.',
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
            ? 'It goes to everyone in the audience at that time. Until then you can turn it back into a draft.'
            : 'Emails can’t be recalled once they are sent.'
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
              description={`Office time (${organisation.timeZone}).`}
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
              {own && <span className="text-ink-soft">, {own} where you are</span>}
            </p>
          )}
          <AudienceFigures audience={campaign.target_audience} />
          <Failure of={send} title="The campaign was not sent." />
          <FormFooter
            isSaving={send.isPending}
            save={
              count === undefined
                ? audience === null
                  ? 'Send'
                  : 'Counting...'
                : isLater
                  ? `Schedule for ${people(count)}`
                  : `Send to ${people(count)}`
            }
            disabled={!count}
          />
        </form>
      </DialogContent>
    </Dialog>
  )
}

const isOver = (moment: Date) => moment.getTime() <= Date.now()
