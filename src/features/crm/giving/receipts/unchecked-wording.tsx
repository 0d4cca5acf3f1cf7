import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { Alert } from '@/shared/ui/alert'
import { isConfirmed, wordingQuery, type Wording } from './receipt-queries'

/** For staff, until an admin has confirmed the latest wording of receipts. */
export function UncheckedWording() {
  const { can } = useAuth()
  const { data: wording } = useQuery(wordingQuery)
  if (!wording || isConfirmed(wording)) return null
  return (
    <Alert
      tone="warning"
      title="The wording of receipts has not been confirmed yet."
      className="mb-6 print:hidden"
    >
      {wording.confirmed_at && 'Receipts keep the wording confirmed before. '}
      {can('admin') ? (
        <Link to={paths.receiptWording}>Read and confirm</Link>
      ) : (
        whoConfirms(wording)
      )}
    </Alert>
  )
}

/** For those who cannot confirm it */
const whoConfirms = ({ admins }: Wording): string => {
  const names = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(admins)
  return `An admin confirms it on the page “Wording of receipts”: ${names}.`
}
