import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { formatDollars } from '@/shared/lib/format-dollars'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { refundGift, voidGift } from './gift-queries'
import {
  correctionSchema,
  dollars,
  nameOf,
  paidCorrectionSchema,
  pastDay,
  reasonSchema,
  today,
  typedGift,
  type EnteredGift,
  type GiftChange,
} from './gift-fields'
import { ExchangeInputs, FundInput, GiftInputs, ReceiptInput, type GiftForm } from './gift-inputs'
import { useCorrection } from './use-correction'

/**
 * Corrects, refunds or voids a gift, for a reason. A gift from the payment provider keeps the
 * provider's values.
 */
export default function ChangeGift({ gift, to, onClose }: GiftChange & { onClose: () => void }) {
  const Dialog = to === 'correct' && gift.payment_id ? CorrectPaidDialog : dialogs[to]
  return <Dialog gift={gift} onClose={onClose} />
}

interface DialogProps {
  gift: EnteredGift
  onClose: () => void
}

function CorrectDialog({ gift, onClose }: DialogProps) {
  const form = useSchemaForm(correctionSchema, { ...typedGift(gift), reason: '' })
  const { correcting, save, question } = useCorrection(form, gift, onClose)
  return (
    <FormDialog
      size="lg"
      title={`Correct: ${nameOf(gift)}`}
      description="All totals update. The change log keeps both versions."
      form={form}
      saving={correcting}
      save="Save the correction"
      onSubmit={save}
      onClose={onClose}
    >
      {(Field) => (
        <>
          <GiftInputs form={form as unknown as GiftForm} />
          <Field name="reason" label="Reason" required maxLength={300} />
          {question}
        </>
      )}
    </FormDialog>
  )
}

function CorrectPaidDialog({ gift, onClose }: DialogProps) {
  const { legal_donor_name, legal_donor_id, new_legal_donor_id, legal_donor_hint, ...typed } =
    typedGift(gift)
  const { fund_id, exchange, exchange_value, note } = typed
  const form = useSchemaForm(paidCorrectionSchema, {
    legal_donor_name,
    legal_donor_id,
    new_legal_donor_id,
    legal_donor_hint,
    fund_id,
    exchange,
    exchange_value,
    note,
    reason: '',
  })
  const { correcting, save, question } = useCorrection(form, gift, onClose)
  return (
    <FormDialog
      title={`Correct: ${nameOf(gift)}`}
      description="Donor, amount, day and method come from the payment provider. The change log keeps both versions."
      form={form}
      saving={correcting}
      save="Save the correction"
      onSubmit={save}
      onClose={onClose}
    >
      {(Field) => (
        <>
          <ReceiptInput form={form as unknown as GiftForm} />
          <FundInput form={form as unknown as GiftForm} />
          <ExchangeInputs />
          <Field name="note" label="Note" />
          <Field name="reason" label="Reason" required maxLength={300} />
          {question}
        </>
      )}
    </FormDialog>
  )
}

/** None is 0. */
const fee = z
  .string()
  .trim()
  .transform((typed) => typed || '0')
  .pipe(dollars)

/** When it came back, and what the bank took for it. */
const returnSchema = reasonSchema.extend({ returned_on: pastDay, fee })

const voidSchema = returnSchema.extend({ has_bounced: z.boolean() })

function VoidDialog({ gift, onClose }: DialogProps) {
  // Made with the dialog: a second try meets the first one's line.
  const [return_id] = useState(() => crypto.randomUUID())
  const form = useSchemaForm(voidSchema, {
    reason: '',
    has_bounced: false,
    returned_on: today(),
    fee: '',
  })
  const [has_bounced, reason] = useWatch({ control: form.control, name: ['has_bounced', 'reason'] })
  const voiding = useMutation(voidGift)
  const mayBounce = gift.is_posted && gift.amount !== null
  useEffect(() => {
    if (has_bounced && reason === '') form.setValue('reason', 'The check bounced')
    // Only when it is ticked: what is typed afterwards stays.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [has_bounced])
  return (
    <FormDialog
      size="sm"
      title={`Void: ${nameOf(gift)}`}
      description={`The gift stays on record but no longer counts.${
        gift.is_posted && gift.batch_id
          ? ' Its batch stays as it was posted; what came back gets a line of its own day.'
          : ''
      }`}
      form={form}
      saving={voiding}
      save="Void the gift"
      onSubmit={({ reason, has_bounced, returned_on, fee }) =>
        voiding.mutate(
          {
            gift: gift.id,
            reason: reason.trim(),
            return_id,
            ...(has_bounced && { has_bounced, returned_on, fee }),
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {(Field, Tick) => (
        <>
          {mayBounce && <Tick name="has_bounced" label="The check bounced" />}
          {has_bounced && (
            <>
              <Field
                name="returned_on"
                label="Day it came back"
                type="date"
                required
                max={today()}
              />
              <Field name="fee" label="Bank’s fee in dollars" inputMode="decimal" />
            </>
          )}
          <Field name="reason" label="Reason" required maxLength={300} />
        </>
      )}
    </FormDialog>
  )
}

const refundSchema = returnSchema.extend({ amount: dollars })

function RefundDialog({ gift, onClose }: DialogProps) {
  const [return_id] = useState(() => crypto.randomUUID())
  const form = useSchemaForm(refundSchema, {
    amount: '',
    reason: '',
    returned_on: today(),
    fee: '',
  })
  const refunding = useMutation(refundGift)
  const left = Math.round(((gift.amount ?? 0) - gift.refunded) * 100) / 100
  return (
    <FormDialog
      size="sm"
      title={`Refund: ${nameOf(gift)}`}
      description={`${formatDollars(left)} of it still counts. This records money that you gave back; it doesn’t send any.`}
      form={form}
      saving={refunding}
      save="Record the refund"
      onSubmit={({ reason, ...refund }) =>
        refunding.mutate(
          {
            gift: gift.id,
            refunded_before: gift.refunded,
            reason: reason.trim(),
            return_id,
            ...refund,
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {(Field) => (
        <>
          <Field name="amount" label="Refund in dollars" required inputMode="decimal" />
          <Field
            name="returned_on"
            label="Day it was given back"
            type="date"
            required
            max={today()}
          />
          <Field name="fee" label="Bank’s fee in dollars" inputMode="decimal" />
          <Field name="reason" label="Reason" required maxLength={300} />
        </>
      )}
    </FormDialog>
  )
}

const dialogs = { correct: CorrectDialog, refund: RefundDialog, void: VoidDialog } as const
