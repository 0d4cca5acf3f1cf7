import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatDate } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Alert } from '@/shared/ui/alert'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { Field } from '@/shared/ui/field'
import { FormFooter } from '@/shared/ui/form-footer'
import { Input } from '@/shared/ui/input'
import { LoadFailure } from '@/shared/ui/load-failure'
import { Spinner } from '@/shared/ui/spinner'
import { correctGift, enteredQuery, failureOf, voidGift } from './desk-queries'
import {
  giftSchema,
  methods,
  typedGift,
  type EnteredGift,
  type NewGift,
  type TypedGift,
} from './gift-fields'
import { GiftInputs } from './gift-inputs'

/** The gifts of a batch, or those that were entered last, to correct or void. */
export function EnteredGifts({ batch }: { batch: string | null }) {
  const gifts = useQuery(enteredQuery(batch))
  const [open, setOpen] = useState<{ gift: EnteredGift; to: 'correct' | 'void' }>()
  if (!gifts.data) {
    return gifts.isError ? (
      <LoadFailure title="The gifts could not be loaded." query={gifts} />
    ) : (
      <Spinner label="Loading the gifts..." />
    )
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

function CorrectDialog({ gift, onClose }: DialogProps) {
  const form = useForm<TypedGift, unknown, NewGift>({
    resolver: zodResolver(giftSchema),
    defaultValues: typedGift(gift),
  })
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const correcting = useMutation(correctGift)
  return (
    <Dialog open onOpenChange={() => !correcting.isPending && onClose()}>
      <DialogContent
        size="lg"
        title={`Correct: ${nameOf(gift)}`}
        description="All sums follow. The change log keeps both versions."
      >
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            setAsked(true)
            void form.handleSubmit((changed) => {
              if (reason.trim()) {
                correcting.mutate(
                  { gift: changed, id: gift.id, reason: reason.trim() },
                  { onSuccess: onClose },
                )
              }
            })(event)
          }}
        >
          <GiftInputs form={form} />
          <Reason value={reason} onChange={setReason} isAsked={isAsked} />
          <Failure text={failureOf(correcting)} />
          <FormFooter isSaving={correcting.isPending} save="Save the correction" />
        </form>
      </DialogContent>
    </Dialog>
  )
}

function VoidDialog({ gift, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const voiding = useMutation(voidGift)
  return (
    <Dialog open onOpenChange={() => !voiding.isPending && onClose()}>
      <DialogContent
        size="sm"
        title={`Void: ${nameOf(gift)}`}
        description="The gift stays on record, and no sum has it any more."
      >
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            setAsked(true)
            if (reason.trim()) {
              voiding.mutate({ gift: gift.id, reason: reason.trim() }, { onSuccess: onClose })
            }
          }}
        >
          <Reason value={reason} onChange={setReason} isAsked={isAsked} />
          <Failure text={failureOf(voiding)} />
          <FormFooter isSaving={voiding.isPending} save="Void the gift" />
        </form>
      </DialogContent>
    </Dialog>
  )
}

interface ReasonProps {
  value: string
  onChange: (reason: string) => void
  isAsked: boolean
}

function Reason({ value, onChange, isAsked }: ReasonProps) {
  return (
    <Field
      label="Reason"
      required
      error={isAsked && !value.trim() ? 'Enter a reason, such as "The check bounced"' : undefined}
    >
      {(control) => (
        <Input
          {...control}
          maxLength={300}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

function Failure({ text }: { text: string | undefined }) {
  return (
    text && (
      <Alert tone="danger" role="alert">
        {text}
      </Alert>
    )
  )
}
