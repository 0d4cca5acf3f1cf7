import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { correctGift } from './gift-queries'
import { boundTo, nameOf, type Asked, type EnteredGift, type NewGift } from './gift-fields'
import type { GiftForm } from './gift-inputs'
import { WhoIsIt } from './who-is-it'

type Corrected = Partial<NewGift> & { reason: string }

/**
 * Stores a correction. If a name may be one of the donors, `question` asks, and its answer stores
 * the correction.
 */
export function useCorrection<Typed extends FieldValues, Row extends Corrected>(
  ofGift: UseFormReturn<Typed, unknown, Row>,
  gift: EnteredGift,
  onDone: () => void,
) {
  const form = ofGift as unknown as GiftForm
  const correcting = useMutation(correctGift)
  const [open, setOpen] = useState<{ asked: Asked; about: string }>()
  const about = useWatch({
    control: form.control,
    name: ['donor_name', 'donor_email', 'donor_phone', 'legal_donor_name'],
  }).join('\n')

  function save({ reason, ...changed }: Corrected) {
    correcting.mutate(
      { gift: changed, id: gift.id, reason: reason.trim() },
      { onSuccess: (asked) => (asked ? setOpen({ asked, about }) : onDone()) },
    )
  }
  const asked = open?.about === about && !correcting.isPending ? open.asked : undefined
  const question = asked && (
    <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
      <WhoIsIt
        asked={asked}
        of={nameOf(gift)}
        onAnswer={(who) => {
          for (const [key, value] of Object.entries(boundTo(asked.field, who))) {
            form.setValue(key as 'person_id', value, { shouldDirty: true })
          }
          void ofGift.handleSubmit(save)()
        }}
      />
    </div>
  )
  return { correcting, save, question }
}
