import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { requiredLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { formatDate } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { FormDialog } from '@/shared/ui/form-dialog'
import { Loading } from '@/shared/ui/loading'
import { correctGift, enteredQuery, voidGift } from './desk-queries'
import { giftSchema, methods, typedGift, type EnteredGift } from './gift-fields'
import { GiftInputs, type GiftForm } from './gift-inputs'

/** The gifts of a batch, or those that were entered last, to correct or void. */
export function EnteredGifts({ batch }: { batch: string | null }) {
  const gifts = useQuery(enteredQuery(batch))
  const [open, setOpen] = useState<{ gift: EnteredGift; to: 'correct' | 'void' }>()
  if (!gifts.data) {
    return <Loading query={gifts} what="The gifts" label="Loading the gifts..." />
  }
  if (gifts.data.length === 0) {
    return (
      <p className="text-ink-soft">
        {batch ? 'No gift is in this batch yet.' : 'No gift was entered by hand yet.'}
      </p>
    )
  }
  return (
    <>
      <ul className="grid" aria-label={batch ? 'Gifts of the batch' : 'Gifts entered last'}>
        {gifts.data.map((gift) => (
          <li
            key={gift.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-1.5"
          >
            <span className="min-w-0 flex-1 basis-60">
              <span className="font-semibold" dir="auto">
                {gift.donor_name}
              </span>
              <span className="block text-sm text-ink-soft" dir="auto">
                {about(gift)}
              </span>
            </span>
            <span className="tabular-nums">
              {formatDollars(gift.amount)}
              {gift.currency && (
                <span className="block text-end text-sm text-ink-soft">
                  {gift.original_amount} {gift.currency}
                </span>
              )}
            </span>
            <span className="flex flex-wrap justify-end max-sm:w-full sm:w-40">
              {gift.voided_at ? (
                <Badge>Voided: {gift.change_reason}</Badge>
              ) : (
                <>
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Correct: ${nameOf(gift)}`}
                    onClick={() => setOpen({ gift, to: 'correct' })}
                  >
                    Correct
                  </Button>
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Void: ${nameOf(gift)}`}
                    onClick={() => setOpen({ gift, to: 'void' })}
                  >
                    Void
                  </Button>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {open?.to === 'correct' && (
        <CorrectDialog gift={open.gift} onClose={() => setOpen(undefined)} />
      )}
      {open?.to === 'void' && <VoidDialog gift={open.gift} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const nameOf = ({ donor_name, amount }: EnteredGift) => `${donor_name}, ${formatDollars(amount)}`

const about = (gift: EnteredGift) =>
  [
    formatDate(gift.created_at),
    [methods.find(({ id }) => id === gift.method)?.label, gift.reference].filter(Boolean).join(' '),
    gift.campaign,
    gift.tribute && `in ${gift.tribute} of ${gift.tribute_name}`,
    gift.change_reason && !gift.voided_at && `corrected: ${gift.change_reason}`,
  ]
    .filter(Boolean)
    .join(' · ')

interface DialogProps {
  gift: EnteredGift
  onClose: () => void
}

const reasonSchema = z.object({
  reason: requiredLine(300, 'Enter a reason, such as "The check bounced"'),
})
const correctionSchema = z.intersection(giftSchema, reasonSchema)

function CorrectDialog({ gift, onClose }: DialogProps) {
  const form = useSchemaForm(correctionSchema, { ...typedGift(gift), reason: '' })
  const correcting = useMutation(correctGift)
  return (
    <FormDialog
      size="lg"
      title={`Correct: ${nameOf(gift)}`}
      description="All sums follow. The change log keeps both versions."
      form={form}
      saving={correcting}
      save="Save the correction"
      onSubmit={({ reason, ...changed }) =>
        correcting.mutate(
          { gift: changed, id: gift.id, reason: reason.trim() },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {(Field) => (
        <>
          <GiftInputs form={form as unknown as GiftForm} />
          <Field name="reason" label="Reason" required maxLength={300} />
        </>
      )}
    </FormDialog>
  )
}

function VoidDialog({ gift, onClose }: DialogProps) {
  const form = useSchemaForm(reasonSchema, { reason: '' })
  const voiding = useMutation(voidGift)
  return (
    <FormDialog
      size="sm"
      title={`Void: ${nameOf(gift)}`}
      description="The gift stays on record, and no sum has it any more."
      form={form}
      saving={voiding}
      save="Void the gift"
      onSubmit={({ reason }) =>
        voiding.mutate({ gift: gift.id, reason: reason.trim() }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      {(Field) => <Field name="reason" label="Reason" required maxLength={300} />}
    </FormDialog>
  )
}
