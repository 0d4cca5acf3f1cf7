import Menu from 'lucide-react/icons/menu'
import PanelLeft from 'lucide-react/icons/panel-left'
import Search from 'lucide-react/icons/search'
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentType,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { isStaffRole } from '@/shared/auth/roles'
import { paths } from '@/shared/config/paths'
import { cn } from '@/shared/lib/cn'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { closePerson, openPerson } from '@/shared/lib/person-address'
import { storeChoice, storedChoice } from '@/shared/lib/stored-choice'
import { narrow, phone, useMedia } from '@/shared/lib/use-media'
import { lazyPart, loadAhead } from '@/shared/account-ui/lazy-part'
import { showStaffLook, showTheme } from '@/shared/account-ui/appearance'
import { Button } from '@/shared/ui/button'
import { Logo, LogoMark } from '@/shared/ui/logo'
import { RouteBoundary } from '@/shared/ui/route-boundary'
import { PanelSlot } from '@/shared/account-ui/panel-slot'
import { Spinner } from '@/shared/ui/spinner'
import { AccountMenu } from './account-menu'
import type { PeopleResults } from './command-palette'
import { SignOutButton } from '@/shared/auth/sign-out-button'
import { rememberRoute } from './recent-routes'
import { StaffRail, type StaffMenu } from './staff-rail'
import './staff.css'

const loadPalette = async () => (await import('./command-palette')).CommandPalette
const CommandPalette = lazyComponent(loadPalette)
loadAhead(loadPalette)

const DrawerDialog = lazyPart(() => import('./drawer-dialog'))

interface StaffLayoutProps extends StaffMenu {
  people?: PeopleResults & {
    /** Shown where the address names a person, as `?person=`. */
    Panel: ComponentType<{ person: string; onClose: () => void }>
  }
  children: ReactNode
}

/**
 * The frame of every staff screen: the rail with every route the user may enter, search and account above the
 * page, and room for a panel beside it. A page may break in it.
 */
export function StaffLayout({ children, people, ...menu }: StaffLayoutProps) {
  const isPhone = useMedia(phone)
  const [isSearching, setIsSearching] = useState(false)
  const [typed, setTyped] = useState('')
  function closeSearch() {
    setIsSearching(false)
    setTyped('')
  }
  const [panelSlot, setPanelSlot] = useState<HTMLElement | null>(null)
  const { pathname, search: query } = useLocation()
  const tab = new URLSearchParams(query).get('tab')

  useEffect(() => rememberRoute(tab ? `${pathname}?tab=${tab}` : pathname), [pathname, tab])

  useEffect(() => {
    function searchOnKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setIsSearching(true)
    }
    document.addEventListener('keydown', searchOnKey)
    return () => document.removeEventListener('keydown', searchOnKey)
  }, [])

  const search = (
    <button
      type="button"
      title="Search"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => setIsSearching(true)}
      className="flex min-h-control items-center gap-2 rounded-control border border-line-strong bg-paper-raised px-2 text-sm text-ink-soft hover:border-ink-soft svg:size-4 pointer-coarse:min-w-11 pointer-coarse:justify-center"
    >
      <Search aria-hidden="true" />
      <span className="@max-3xl:sr-only">Search</span>
      <kbd aria-hidden="true" className="ms-8 font-sans text-xs text-ink-muted @max-3xl:hidden">
        {modifier} K
      </kbd>
    </button>
  )

  return (
    <PanelSlot value={panelSlot}>
      <div className="flex min-h-dvh max-md:flex-col">
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50 focus:rounded-control focus:bg-forest-700 focus:px-4 focus:py-3 focus:text-paper-raised"
        >
          Skip to content
        </a>
        {!isPhone && <Rail {...menu} />}
        <div className="@container min-w-0 flex-1">
          {isPhone ? (
            <header
              data-edge="top"
              className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-paper px-2 print:hidden"
            >
              <Drawer {...menu} />
              <Link
                to={paths.home}
                aria-label="Home page"
                className="me-auto grid size-11 place-items-center text-forest-800"
              >
                <LogoMark width={24} height={24} />
              </Link>
              {search}
              <AccountMenu />
            </header>
          ) : (
            <header className="sticky top-0 z-30 ms-auto flex h-13 w-fit items-center gap-2 pe-6 print:hidden">
              {search}
              <SignOutButton />
              <AccountMenu />
            </header>
          )}
          <main
            id="main"
            tabIndex={-1}
            className="px-4 pb-4 [--bar:11.5rem] md:-mt-13 md:px-6 @3xl:[--bar:20rem] @max-3xl:pointer-coarse:[--bar:13rem]"
          >
            <RouteBoundary>
              <Suspense fallback={<Spinner className="mx-auto my-24" />}>{children}</Suspense>
            </RouteBoundary>
          </main>
        </div>
        <div
          ref={setPanelSlot}
          className="contents has-data-front:[&>aside:not([data-front])]:hidden"
        />
      </div>
      {isSearching && (
        <Suspense fallback={<LoadingPalette onType={setTyped} onCancel={closeSearch} />}>
          <CommandPalette
            sections={menu.sections}
            people={people}
            typed={typed}
            onClose={closeSearch}
          />
        </Suspense>
      )}
      {people && <OpenPerson Panel={people.Panel} />}
    </PanelSlot>
  )
}

interface LoadingPaletteProps {
  onType: Dispatch<SetStateAction<string>>
  onCancel: () => void
}

/** Keeps typed text while the palette loads; Escape and navigation cancel it. */
function LoadingPalette({ onType, onCancel }: LoadingPaletteProps) {
  const { key } = useLocation()
  const [askedAt] = useState(key)
  const cancel = useEffectEvent(onCancel)
  useEffect(() => {
    if (key !== askedAt) cancel()
  }, [key, askedAt])
  useEffect(() => {
    function keep(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') cancel()
      else if (event.key === 'Backspace') onType((text) => text.slice(0, -1))
      else if (event.key.length === 1) onType((text) => text + event.key)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Ahead of panels, dialogs and shortcuts.
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [onType])
  return null
}

function OpenPerson({ Panel }: Pick<NonNullable<StaffLayoutProps['people']>, 'Panel'>) {
  const location = useLocation()
  const navigate = useNavigate()
  const person = openPerson(location)
  if (!person) return null
  return <Panel key={person} person={person} onClose={() => closePerson(location, navigate)} />
}

function Rail(menu: StaffMenu) {
  const isNarrow = useMedia(narrow)
  const [isFolded, setIsFolded] = useState(() => storedChoice(foldedKey) === 'yes')
  const isCompact = isNarrow || isFolded

  function fold() {
    storeChoice(foldedKey, isFolded ? 'no' : 'yes')
    setIsFolded(!isFolded)
  }

  return (
    <nav
      aria-label="Staff"
      className={cn(
        'sticky top-0 flex h-dvh flex-none flex-col overflow-y-auto border-e border-line bg-paper-sunken print:hidden',
        isCompact ? 'w-13' : 'w-54',
      )}
    >
      <Link
        to={paths.home}
        aria-label={isCompact ? 'Home page' : undefined}
        className={cn(
          'flex h-13 flex-none items-center rounded-control text-forest-800 focus-visible:-outline-offset-2',
          isCompact ? 'justify-center' : 'px-3.5',
        )}
      >
        {isCompact ? <LogoMark width={24} height={24} /> : <Logo size="sm" />}
      </Link>
      <StaffRail {...menu} isCompact={isCompact} />
      {!isNarrow && (
        <Button
          variant="ghost"
          size="icon"
          aria-label="Show icons only"
          aria-pressed={isFolded}
          title={isFolded ? 'Show names' : 'Show icons only'}
          className="mx-2.5 mt-auto mb-2 flex-none text-ink-soft"
          onClick={fold}
        >
          <PanelLeft aria-hidden="true" />
        </Button>
      )}
    </nav>
  )
}

/** The rail of a phone */
function Drawer(menu: StaffMenu) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" size="icon" aria-label="Menu" onClick={() => setIsOpen(true)}>
        <Menu aria-hidden="true" />
      </Button>
      {isOpen && (
        <DrawerDialog onClose={() => setIsOpen(false)}>
          <StaffRail {...menu} />
          <SignOutButton className="mx-4 mt-4 w-[calc(100%-2rem)]" />
        </DrawerDialog>
      )}
    </>
  )
}

/** Applies light or dark before the rights to the page are known. */
export function StaffLook({ children }: { children: ReactNode }) {
  useEffect(showStaffLook, [])
  return children
}

/** Light or dark as staff chose it, where a page is not in their frame. */
export function StaffTheme({ children }: { children: ReactNode }) {
  const isStaff = isStaffRole(useAuth().role)
  useEffect(() => (isStaff ? showTheme() : undefined), [isStaff])
  return children
}

const foldedKey = 'rail-folded'
const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
