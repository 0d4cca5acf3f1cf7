import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Loading } from '@/shared/account-ui/loading'
import { LoadMore } from '@/shared/account-ui/load-more'
import { formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { Deposit, DepositDialog } from './deposits'
import { notePayoutDeposit, payoutBookQuery, type Payout } from './deposit-queries'

/** The payment provider's payouts against the bank. */
export function PayoutBook({ onClose }: { onClose: () => void }) {
  const book = useInfiniteQuery(payoutBookQuery)
  const saving = useMutation(notePayoutDeposit)
  const [depositOf, setDepositOf] = useState<Payout>()
  const payouts = book.data?.pages.flat() ?? []
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="lg"
        title="Payouts"
        description="What the payment provider sent to the bank, less its fees. Compare each with the bank."
      >
        {!book.data ? (
          <Loading query={book} what="The payouts" label="Loading the payouts..." />
        ) : (
          <>
            {payouts.length === 0 && (
              <p className="text-ink-soft">No payouts from the payment provider yet.</p>
            )}
            <ul aria-label="Payouts">
              {payouts.map((payout) => (
                <li key={payout.id} className="border-b border-line py-2">
                  <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                    <span className="min-w-0 flex-1 basis-full wrap-anywhere sm:basis-48">
                      {formatDay(payout.arrives_on)}{' '}
                      {payout.is_failed && <Badge tone="red">Returned</Badge>}
                      <span className="block text-sm text-ink-soft">{payout.id}</span>
                    </span>
                    <span className="tabular-nums">
                      Expected: {formatDollars(expectedOf(payout))}
                    </span>
                    <Button variant="ghost" size="sm" onClick={() => setDepositOf(payout)}>
                      {payout.deposited === null ? 'Add deposit' : 'Change deposit'}
                      <span className="sr-only"> of {payout.id}</span>
                    </Button>
                  </div>
                  <Deposit {...payout} expected={expectedOf(payout)} than="expected" />
                </li>
              ))}
            </ul>
            <LoadMore query={book} failed="Older payouts could not be loaded.">
              Show older payouts
            </LoadMore>
          </>
        )}
        {depositOf && (
          <DepositDialog
            {...depositOf}
            isSigned
            description={`As the bank shows it. Expected: ${formatDollars(expectedOf(depositOf))}.`}
            saving={saving}
            onSave={(deposit, done) =>
              saving.mutate(
                { payout: depositOf.id, ...deposit, replaced: depositOf.deposited },
                { onSuccess: done },
              )
            }
            onClose={() => setDepositOf(undefined)}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

/** The account has none of a payout that the bank returned. */
const expectedOf = ({ amount, is_failed }: Payout) => (is_failed ? 0 : amount)
