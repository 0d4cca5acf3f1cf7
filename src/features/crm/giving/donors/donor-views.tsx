import HandCoins from 'lucide-react/icons/hand-coins'
import Handshake from 'lucide-react/icons/handshake'
import Mail from 'lucide-react/icons/mail'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'

/** Beside a panel there is no room for it; letters are also linked from where gifts are entered. */
const aside = 'md:@max-2xl:hidden'

/** Words that the icon replaces on a phone */
const tight = '@max-6xl:sr-only'

const views = { gifts: 'Each gift', donors: 'Each donor' } as const

export const viewAddress = (view: keyof typeof views, openId?: string): string =>
  `${paths.crm}?tab=donors${view === 'donors' ? '&by=donor' : ''}${openId ? `&open=${openId}` : ''}`

/** The two lists of the tab, and the button for entering gifts. */
export function DonorViews({ shown }: { shown: keyof typeof views }) {
  return (
    <>
      <div role="group" aria-label="List" className="flex gap-1">
        {(['gifts', 'donors'] as const).map((view) => (
          <Link
            key={view}
            to={viewAddress(view)}
            aria-current={view === shown ? 'page' : undefined}
            className={buttonClass({ variant: view === shown ? 'primary' : 'outline' })}
          >
            {views[view]}
          </Link>
        ))}
      </div>
      <Link
        to={paths.giftDesk}
        title="Enter gifts"
        className={buttonClass({ variant: 'outline', className: aside })}
      >
        <HandCoins aria-hidden="true" />
        <span className={tight}>Enter gifts</span>
      </Link>
      <Link
        to={paths.pledges}
        title="Pledges"
        className={buttonClass({ variant: 'outline', className: `max-md:hidden ${aside}` })}
      >
        <Handshake aria-hidden="true" />
        <span className={tight}>Pledges</span>
      </Link>
      {shown === 'donors' && (
        <Link
          to={paths.thankYouLetters}
          title="Letters"
          className={buttonClass({ variant: 'outline', className: `max-md:hidden ${aside}` })}
        >
          <Mail aria-hidden="true" />
          <span className={tight}>Letters</span>
        </Link>
      )}
    </>
  )
}
