import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { organisation } from '@/shared/data/organisation'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import type { RowDialogProps } from '@/engine/core/define-resource'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { notify } from '@/shared/ui/notify'
import { AudienceFigures } from './audience-figures'
import { people } from './audiences'
import { reachOf, type Campaign } from './campaign'
import { audienceQuery, sendCampaign } from './campaign-queries'
import { officeDay } from '@/shared/lib/office-day'
import { officeClock, officeMoment, officeTime, ownTime } from './office-time'

type DialogProps = RowDialogProps<Campaign>

export const SendDialog = (props: DialogProps) => <Confirmation {...props} isLater={false} />

export const ScheduleDialog = (props: DialogProps) => <Confirmation {...props} isLater />

const nowSchema = z.object({ local: z.string() })
const laterSchema = z.object({
  local: z
    .string()
    .refine(
      (local) => !local || officeMoment(local),
      'Clocks skip this time when they go forward. Choose another one.',
    )
    .refine((local) => Number(officeMoment(local)) > Date.now(), 'Choose a time in the future.'),
})

const yearOf = (moment: Date) => officeDay(moment).slice(0, 4)

/** Sends the text it opened with, to the number of people it shows; fails if either changed. */
function Confirmation({ row, onClose, isLater }: DialogProps & { isLater: boolean }) {
  const [campaign] = useState(row)
  const reach = reachOf(campaign)
  const { data: audience } = useQuery(audienceQuery(reach))
  const send = useMutation(sendCampaign(campaign.id))
  const [opened] = useState(() => officeClock(new Date()))
  const form = useSchemaForm(isLater ? laterSchema : nowSchema, { local: '' })
  const moment = officeMoment(useWatch({ control: form.control, name: 'local' }))
  const own = moment && ownTime(moment)
  const count = audience?.recipients ?? undefined

  function confirm() {
    const { subject, content, name_fallback, target_audience } = campaign
    if (count === undefined || content === undefined || name_fallback === undefined) return
    send.mutate(
      {
        expected: count,
        words: { subject, content, name_fallback, target_audience },
        ...(moment && { at: moment }),
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
    <FormDialog
      size="sm"
      title={isLater ? `Schedule “${campaign.name}”` : `Send “${campaign.name}” now?`}
      description={
        isLater
          ? 'It goes to everyone in the audience at that time. Until then you can turn it back into a draft.'
          : 'Emails can’t be recalled once they are sent.'
      }
      form={form}
      saving={send}
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
      failed="The campaign was not sent."
      onSubmit={confirm}
      onClose={onClose}
    >
      {(Field) => (
        <>
          {isLater && (
            <Field
              name="local"
              label="Date and time"
              description={`Office time (${organisation.timeZone}).`}
              required
              type="datetime-local"
              min={opened}
            />
          )}
          {isLater && moment && (
            <p role="status">
              {officeTime(moment)}
              {own && <span className="text-ink-soft">, {own} where you are</span>}
            </p>
          )}
          {moment &&
            reach.fields.includes('year_total') &&
            yearOf(moment) !== yearOf(new Date()) && (
              <p>The sum of this year’s gifts will be that of {yearOf(moment)}.</p>
            )}
          <AudienceFigures reach={reach} />
        </>
      )}
    </FormDialog>
  )
}
