import { Link, useMatch } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'

/** The one marigold button of a page. It is plain on the page it leads to. */
export function DonateLink({ className }: { className: string }) {
  const isHere = useMatch(paths.donate) !== null
  return (
    <Link
      to={paths.donate}
      aria-current={isHere ? 'page' : undefined}
      className={buttonClass({ variant: isHere ? 'outline' : 'accent', className })}
    >
      Donate
    </Link>
  )
}
