import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useStaffDraftName } from '@/shared/auth/use-staff-draft-name'
import { readDraft } from '@/shared/forms/draft-storage'
import { useFormDraft } from '@/shared/forms/use-form-draft'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Button } from '@/shared/ui/button'
import { Failure } from '@/shared/account-ui/failure'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { RestoredDraft } from '@/shared/account-ui/restored-draft'
import { enterGift } from './desk-queries'
import { emptyGift, giftSchema, nextGift, type NewGift } from './gift-fields'
import { GiftInputs } from './gift-inputs'

/** Enters one gift after the other: Enter stores one and begins the next. */
export function GiftForm({ batch }: { batch: string }) {
  const form = useSchemaForm(giftSchema, emptyGift())
  const draft = useStaffDraftName('gift')
  const [isHalfTyped] = useState(() => {
    const { donor_name, amount } = draft === undefined ? {} : readDraft(draft)
    return Boolean(donor_name || amount)
  })
  // The batch is in the address.
  useFormDraft(form, draft, ['batch_id'])
  const entering = useMutation(enterGift)
  const [question, setQuestion] = useState<{ gift: NewGift; looksLike: string }>()
  const [last, setLast] = useState<string>()
  // A retry of the same gift is stored once.
  const id = useRef(crypto.randomUUID())
  const element = useRef<HTMLFormElement>(null)
  const focusDonor = () => element.current?.querySelector<HTMLElement>('[name=donor_name]')?.focus()
  useEffect(focusDonor, [])
  const { setValue } = form
  useEffect(() => setValue('batch_id', batch), [setValue, batch])

  function enter(gift: NewGift, anyway = false) {
    if (entering.isPending) return
    entering.mutate(
      { gift, id: id.current, anyway },
      {
        onSuccess: (looksLike) => {
          if (looksLike !== null) {
            setQuestion({ gift, looksLike })
            return
          }
          setQuestion(undefined)
          setLast(`${gift.donor_name}, ${inCurrency(gift)}: entered.`)
          id.current = crypto.randomUUID()
          form.reset(nextGift(form.getValues()))
          focusDonor()
          // The question gives the focus back to the field before it.
          if (anyway) requestAnimationFrame(focusDonor)
        },
        onError: () => setQuestion(undefined),
      },
    )
  }

  return (
    <form
      ref={element}
      noValidate
      aria-label="New gift"
      className="grid gap-3"
      onSubmit={(event) => void form.handleSubmit((gift) => enter(gift))(event)}
    >
      {isHalfTyped && last === undefined && <RestoredDraft />}
      <GiftInputs form={form} isRow />
      <Failure of={entering} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" loading={entering.isPending}>
          Enter gift
        </Button>
        <p role="status" className="text-ink-soft" dir="auto">
          {last}
        </p>
      </div>
      {question && (
        <QuestionDialog
          title="Is this a duplicate?"
          description={`Looks like a duplicate of ${question.looksLike}.`}
          no="Back to the gift"
          yes="Add anyway"
          yesVariant="primary"
          isPending={entering.isPending}
          onYes={() => enter(question.gift, true)}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </form>
  )
}

const inCurrency = ({ amount, currency }: NewGift) =>
  currency ? `${amount} ${currency}` : formatDollars(Number(amount))
