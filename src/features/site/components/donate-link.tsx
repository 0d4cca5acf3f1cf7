import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'

/** The one filled button of header, menu and footer. */
export function DonateLink({ className }: { className: string }) {
  return (
    <Link to={paths.donate} className={buttonClass({ variant: 'accent', className })}>
      Donate
    </Link>
  )
}
