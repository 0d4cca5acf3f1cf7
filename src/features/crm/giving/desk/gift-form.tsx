import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useStaffDraftName } from '@/shared/auth/use-staff-draft-name'
import { readDraft } from '@/shared/forms/draft-storage'
import { useFormDraft } from '@/shared/forms/use-form-draft'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { Button } from '@/shared/ui/button'
import { RestoredDraft } from '@/shared/account-ui/restored-draft'
import { emptyGift, giftSchema, nextGift, type TypedGift } from './gift-fields'
import { GiftInputs } from './gift-inputs'

interface GiftFormProps {
  batch: string
  onEnter: (gift: TypedGift) => void
}

/** Takes one gift after the other: Enter takes one and begins the next at once. */
export function GiftForm({ batch, onEnter }: GiftFormProps) {
  const form = useSchemaForm(giftSchema, emptyGift())
  const draft = useStaffDraftName('gift')
  const [isHalfTyped, setHalfTyped] = useState(() => {
    const { donor_name, amount } = draft === undefined ? {} : readDraft(draft)
    return Boolean(donor_name || amount)
  })
  // The batch is in the address.
  useFormDraft(form, draft, ['batch_id'])
  const element = useRef<HTMLFormElement>(null)
  const focusDonor = () => element.current?.querySelector<HTMLElement>('[name=donor_name]')?.focus()
  useEffect(focusDonor, [])
  const { setValue } = form
  useEffect(() => setValue('batch_id', batch), [setValue, batch])

  // Before the next key: a check that is awaited would clear letters of the next gift.
  function enter(event: FormEvent) {
    event.preventDefault()
    const typed = form.getValues()
    if (!giftSchema.safeParse(typed).success) return void form.handleSubmit(() => {})()
    onEnter(typed)
    setHalfTyped(false)
    form.reset(nextGift(typed))
    focusDonor()
  }

  return (
    <form ref={element} noValidate aria-label="New gift" className="grid gap-3" onSubmit={enter}>
      {isHalfTyped && <RestoredDraft />}
      <GiftInputs form={form} isRow />
      <Button type="submit" className="justify-self-start">
        Enter gift
      </Button>
    </form>
  )
}
