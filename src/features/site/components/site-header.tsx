import ChevronDown from 'lucide-react/icons/chevron-down'
import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { Link, NavLink } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Container } from '@/shared/ui/container'
import { Disclosure } from '@/shared/ui/disclosure'
import { Logo } from '@/shared/ui/logo'
import { organisation } from '@/shared/data/organisation'
import { AccountLink } from './account-link'
import { DonateLink } from './donate-link'

const aboutLinks = [
  { to: paths.about, label: 'About' },
  { to: paths.founder, label: 'Founder' },
]

const links = [
  { to: paths.leadership, label: 'Teams' },
  { to: paths.programs, label: 'Programs' },
  { to: paths.academy, label: 'Academy' },
  { to: paths.getInvolved, label: 'Get Involved' },
  { to: paths.contact, label: 'Contact' },
]

const itemClass =
  'flex min-h-11 items-center gap-1 font-semibold text-forest-800 decoration-2 underline-offset-8 aria-[current=page]:text-clay-700 aria-[current=page]:underline'
/** On a wide screen the items lie side by side; in the menu they fill its lines. */
const barClass = `${itemClass} rounded-control px-2 hover:bg-paper-sunken xl:px-3`
const summaryClass = 'cursor-pointer list-none [&::-webkit-details-marker]:hidden'

/** Sticky at the top of every public page; on small screens the links fold away behind a button. */
export function SiteHeader() {
  return (
    <header data-edge="top" className="sticky top-0 z-30 border-b border-line bg-paper">
      <Container className="flex min-h-16 items-center justify-between gap-2 max-[22rem]:gap-1 max-[22rem]:px-4 sm:gap-4">
        <Link
          to={paths.home}
          // Large letters on a narrow phone only leave room for the mark.
          className="rounded-control py-1 text-forest-800 max-[19.5rem]:[&_span_span]:hidden"
          aria-label={`${organisation.name}, home`}
        >
          <Logo size="sm" />
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 whitespace-nowrap lg:flex">
          <Disclosure
            className="group relative"
            summaryClass={`${barClass} ${summaryClass} group-has-aria-[current=page]:text-clay-700 group-has-aria-[current=page]:underline`}
            summary={
              <>
                About
                <ChevronDown
                  aria-hidden="true"
                  className="size-4 transition-transform group-open:rotate-180"
                />
              </>
            }
          >
            <ul className="absolute start-0 top-full mt-1 min-w-44 rounded-card border border-line bg-paper-raised p-2 shadow-lift">
              {aboutLinks.map(({ to, label }) => (
                <li key={to}>
                  <NavLink end to={to} className={barClass}>
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </Disclosure>
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} className={barClass}>
              {label}
            </NavLink>
          ))}
          <AccountLink className={buttonClass({ variant: 'outline', className: 'ms-3' })} />
          <DonateLink className="ms-2" />
        </nav>
        <DonateLink className="ms-auto max-lg:px-3 lg:hidden" />
        <Disclosure
          className="group lg:hidden"
          summaryClass={`${itemClass} ${summaryClass} rounded-control border border-line px-2 hover:bg-paper-sunken sm:px-3`}
          summary={
            <>
              <Menu aria-hidden="true" className="size-5 group-open:hidden max-[22rem]:hidden" />
              <X
                aria-hidden="true"
                className="hidden size-5 group-open:block max-[22rem]:group-open:hidden"
              />
              Menu
            </>
          }
        >
          <nav
            aria-label="Main"
            className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-b border-line bg-paper-raised px-5 pt-2 pb-6 shadow-lift sm:px-8"
          >
            <ul>
              {[...aboutLinks, ...links].map(({ to, label }) => (
                <li key={to} className="border-b border-line">
                  <NavLink end={to === paths.about} to={to} className={itemClass}>
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
            <AccountLink
              className={buttonClass({ variant: 'outline', className: 'mt-4 w-full' })}
            />
            <DonateLink className="mt-3 w-full" />
          </nav>
        </Disclosure>
      </Container>
    </header>
  )
}
