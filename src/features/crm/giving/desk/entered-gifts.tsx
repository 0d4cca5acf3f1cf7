import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '@/shared/lib/format-date'
import { giftAmount } from '@/shared/lib/gift-amount'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { Loading } from '@/shared/account-ui/loading'
import { enteredQuery } from './desk-queries'
import ChangeGift from './change-gift'
import { methods, nameOf, type EnteredGift, type GiftChange } from './gift-fields'

interface EnteredGiftsProps {
  batch: string | null
  isDiscarded?: boolean
}

/** The gifts of a batch, or those that were entered last, to correct or void. */
export function EnteredGifts({ batch, isDiscarded = false }: EnteredGiftsProps) {
  const gifts = useQuery(enteredQuery(batch))
  const [open, setOpen] = useState<GiftChange>()
  if (!gifts.data) {
    return <Loading query={gifts} what="The gifts" label="Loading the gifts..." />
  }
  if (gifts.data.length === 0) {
    return (
      <p className="text-ink-soft">
        {batch ? 'No gift is in this batch.' : 'No gift was entered by hand yet.'}
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
              {gift.voided_at ? <s>{giftAmount(gift)}</s> : giftAmount(gift)}
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
                !isDiscarded && (
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
                )
              )}
            </span>
          </li>
        ))}
      </ul>
      {open && <ChangeGift {...open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

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
