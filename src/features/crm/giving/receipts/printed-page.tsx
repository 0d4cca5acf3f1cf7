import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { Loading } from '@/shared/account-ui/loading'
import { PrintButton, PrintPage } from '@/shared/account-ui/print-page'
import { ReceiptPaper } from './receipt-paper'
import { pileQuery } from './receipt-queries'
import { UncheckedWording } from './unchecked-wording'

/** The receipts of a pile (`?pile=<id>`), one page each, in the order of their envelopes. */
export function PrintedPage() {
  const [params] = useSearchParams()
  const given = params.get('pile') ?? ''
  const pile = useQuery({
    ...pileQuery(given),
    enabled: /^[\da-f-]{36}$/i.test(given),
  })
  const count = pile.data?.length ?? 0
  const year = pile.data?.[0]?.year
  return (
    <PrintPage
      title="Receipts to print"
      back={{
        to: `${paths.yearEndReceipts}${year ? `?year=${year}` : ''}`,
        label: 'Back to the year-end receipts',
      }}
      actions={
        count > 0 && (
          <PrintButton>
            Print {count} {count === 1 ? 'receipt' : 'receipts'}
          </PrintButton>
        )
      }
    >
      {count > 0 ? (
        <>
          <UncheckedWording />
          {pile.data?.map((receipt) => (
            <ReceiptPaper
              key={receipt.id}
              receipt={receipt}
              className="mb-6 print:mb-0 not-last:print:break-after-page"
            />
          ))}
        </>
      ) : pile.isLoading || pile.isError ? (
        <Loading
          query={pile}
          what="The receipts"
          label="Loading the receipts..."
          className="my-16"
        />
      ) : (
        <EmptyState as="h1" title="No receipts" text="Nothing was printed under this address." />
      )}
    </PrintPage>
  )
}
