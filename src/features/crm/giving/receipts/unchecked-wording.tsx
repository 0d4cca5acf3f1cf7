import { giftReceipt } from '@/shared/data/gift-receipt'
import { Alert } from '@/shared/ui/alert'

/** For staff, until someone has confirmed the words of receipts. */
export function UncheckedWording() {
  if (giftReceipt.isChecked) return null
  return (
    <Alert
      tone="warning"
      title="The wording of this receipt has not been checked yet."
      className="mb-6 print:hidden"
    >
      Have someone who knows the law check it, then confirm that in src/shared/data/gift-receipt.ts.
    </Alert>
  )
}
