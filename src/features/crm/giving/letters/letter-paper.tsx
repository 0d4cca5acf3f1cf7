import { issuer } from '@/shared/data/gift-receipt'
import { formatDay } from '@/shared/lib/format-date'
import { addressLines, type PostalAddress } from '@/shared/lib/postal-address'
import { Paper } from '@/shared/account-ui/print-page'

interface LetterPaperProps {
  name: string
  address: PostalAddress | null | undefined
  /** With its merge fields filled in */
  text: string
  /** As `2026-01-31` */
  today: string
}

/** One letter to a donor on paper. */
export function LetterPaper({ name, address, text, today }: LetterPaperProps) {
  return (
    <Paper
      label={`Letter to ${name}`}
      address={issuer.slice(1)}
      className="mb-6 print:mb-0 not-last:print:break-after-page"
    >
      <p className="mt-10">{formatDay(today)}</p>
      {address && (
        <address dir="auto" className="mt-6 wrap-anywhere not-italic">
          {[name, ...addressLines(address)].map((line, index) => (
            <div key={index}>{line}</div>
          ))}
        </address>
      )}
      <p dir="auto" className="mt-6 wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </Paper>
  )
}
