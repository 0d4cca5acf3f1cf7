import { useMutation } from '@tanstack/react-query'
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
  reasonSchema,
  typedGift,
  type EnteredGift,
  type GiftChange,
} from './gift-fields'
import { FundInput, GiftInputs, ReceiptInput, type GiftForm } from './gift-inputs'
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
  const { legal_donor_name, legal_donor_id, new_legal_donor_id, legal_donor_hint, fund_id, note } =
    typedGift(gift)
  const form = useSchemaForm(paidCorrectionSchema, {
    legal_donor_name,
    legal_donor_id,
    new_legal_donor_id,
    legal_donor_hint,
    fund_id,
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
          <Field name="note" label="Note" />
          <Field name="reason" label="Reason" required maxLength={300} />
          {question}
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
      description="The gift stays on record but no longer counts."
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

const refundSchema = z.object({
  amount: dollars,
  reason: reasonSchema.shape.reason,
})

function RefundDialog({ gift, onClose }: DialogProps) {
  const form = useSchemaForm(refundSchema, { amount: '', reason: '' })
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
      onSubmit={({ amount, reason }) =>
        refunding.mutate(
          { gift: gift.id, amount, refunded_before: gift.refunded, reason: reason.trim() },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {(Field) => (
        <>
          <Field name="amount" label="Refund in dollars" required inputMode="decimal" />
          <Field name="reason" label="Reason" required maxLength={300} />
        </>
      )}
    </FormDialog>
  )
}

const dialogs = { correct: CorrectDialog, refund: RefundDialog, void: VoidDialog } as const
