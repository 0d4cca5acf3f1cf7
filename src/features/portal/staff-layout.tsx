import Menu from 'lucide-react/icons/menu'
import { Suspense, type ReactNode } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { menuFor } from '@/shared/auth/places'
import { paths } from '@/shared/config/paths'
import { Badge } from '@/shared/ui/badge'
import { Container } from '@/shared/ui/container'
import { Disclosure } from '@/shared/ui/disclosure'
import { Logo } from '@/shared/ui/logo'
import { RouteBoundary } from '@/shared/ui/route-boundary'
import { Spinner } from '@/shared/ui/spinner'
import { SignOutButton } from './sign-out-button'

const itemClass =
  'flex min-h-11 items-center gap-1 rounded-control px-3 font-semibold text-forest-800 hover:bg-paper-sunken aria-[current=page]:bg-forest-100'

/** The frame of every staff screen: a header with all places one may enter. A page may break in it. */
export function StaffLayout({ children }: { children: ReactNode }) {
  const menu = menuFor(useAuth())

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50 focus:rounded-control focus:bg-forest-700 focus:px-4 focus:py-3 focus:text-paper-raised"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 border-b border-line bg-paper">
        <Container
          width="wide"
          className="flex min-h-16 flex-wrap items-center justify-between gap-x-4"
        >
          <div className="flex items-center gap-3">
            <Link to={paths.home} className="flex rounded-control text-forest-800">
              <Logo size="sm" />
            </Link>
            <Badge tone="forest">Staff</Badge>
          </div>
          <nav aria-label="Staff" className="hidden items-center gap-1 xl:flex">
            {menu.map(({ to, title }) => (
              <NavLink key={to} to={to} className={itemClass}>
                {title}
              </NavLink>
            ))}
            <SignOutButton className="ms-3" />
          </nav>
          <Disclosure
            className="xl:hidden"
            summaryClass={`${itemClass} cursor-pointer list-none border border-line [&::-webkit-details-marker]:hidden`}
            summary={
              <>
                <Menu aria-hidden="true" className="size-5" />
                Menu
              </>
            }
          >
            <nav
              aria-label="Staff"
              className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-b border-line bg-paper-raised px-4 pt-2 pb-6 shadow-lift"
            >
              <ul>
                {menu.map(({ to, title }) => (
                  <li key={to} className="border-b border-line py-0.5">
                    <NavLink to={to} className={itemClass}>
                      {title}
                    </NavLink>
                  </li>
                ))}
              </ul>
              <SignOutButton className="mt-4 w-full" />
            </nav>
          </Disclosure>
        </Container>
      </header>
      <main id="main" tabIndex={-1} className="flex-1 py-8 sm:py-12">
        <RouteBoundary>
          <Suspense fallback={<Spinner className="mx-auto my-24" />}>{children}</Suspense>
        </RouteBoundary>
      </main>
    </div>
  )
}
