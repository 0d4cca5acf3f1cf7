import ChevronDown from 'lucide-react/icons/chevron-down'
import Menu from 'lucide-react/icons/menu'
import { Link, NavLink } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Container } from '@/shared/ui/container'
import { Disclosure } from '@/shared/ui/disclosure'
import { Logo } from '@/shared/ui/logo'
import { organisation } from '@/shared/data/organisation'
import { AccountLink } from './account-link'

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
  'flex min-h-11 items-center gap-1 rounded-control px-3 font-semibold text-forest-800 hover:bg-paper-sunken aria-[current=page]:text-clay-700'

/** Sticky at the top of every public page; on small screens the links fold away behind a button. */
export function SiteHeader() {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <Container className="flex min-h-16 items-center justify-between gap-4">
        <Link
          to={paths.home}
          className="rounded-control text-forest-800"
          aria-label={`${organisation.name}, home`}
        >
          <Logo size="sm" />
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 lg:flex">
          <Disclosure
            className="group relative"
            summaryClass={`${itemClass} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}
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
                  <NavLink end to={to} className={itemClass}>
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </Disclosure>
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} className={itemClass}>
              {label}
            </NavLink>
          ))}
          <AccountLink className={buttonClass({ variant: 'outline', className: 'ms-3' })} />
        </nav>
        <Disclosure
          className="lg:hidden"
          summaryClass={`${itemClass} cursor-pointer list-none border border-line [&::-webkit-details-marker]:hidden`}
          summary={
            <>
              <Menu aria-hidden="true" className="size-5" />
              Menu
            </>
          }
        >
          <nav
            aria-label="Main"
            className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-b border-line bg-paper-raised px-4 pt-2 pb-6 shadow-lift"
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
          </nav>
        </Disclosure>
      </Container>
    </header>
  )
}
