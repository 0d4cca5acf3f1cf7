import ArrowLeft from 'lucide-react/icons/arrow-left'
import Bug from 'lucide-react/icons/bug'
import BookOpenText from 'lucide-react/icons/book-open-text'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import History from 'lucide-react/icons/history'
import Hourglass from 'lucide-react/icons/hourglass'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import ListChecks from 'lucide-react/icons/list-checks'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Mail from 'lucide-react/icons/mail'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import UserCog from 'lucide-react/icons/user-cog'
import CircleUser from 'lucide-react/icons/circle-user'
import type { LucideIcon } from 'lucide-react'
import { useId, type ComponentType, type KeyboardEvent } from 'react'
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom'
import type { Section } from '@/shared/auth/areas'
import { useAuth } from '@/shared/auth/auth-context'
import { menuFor, type RouteName } from '@/shared/auth/routes'
import { entryClass } from './entry-class'

export interface StaffMenu {
  sections: Partial<Record<RouteName, readonly Section[]>>
  /** The number of waiting items, beside a route’s name. */
  counts?: Partial<Record<RouteName, ComponentType>>
  /** The pinned views, at the end */
  Views?: ComponentType<{ isCompact?: boolean }>
}

const icons: Partial<Record<RouteName, LucideIcon>> = {
  staffDashboard: LayoutDashboard,
  submissions: ClipboardList,
  tasks: ListChecks,
  clearances: UserRoundCheck,
  journal: BookOpenText,
  demoUsers: UserCog,
  changeLog: History,
  mail: Mail,
  retention: Hourglass,
  faults: Bug,
  staffAccount: CircleUser,
  reportConcern: LifeBuoy,
}

interface StaffRailProps extends StaffMenu {
  /** Only icons */
  isCompact?: boolean
}

/** Every route that the user may enter, with its sections. */
export function StaffRail({ sections, counts, Views, isCompact = false }: StaffRailProps) {
  const auth = useAuth()
  return (
    <>
      <ul className="grid gap-0.5 px-2">
        {menuFor(auth).map(({ name, to, title }) => {
          const parts = sections[name]?.filter(
            ({ requiredRights }) => !requiredRights || auth.can(...requiredRights),
          )
          const Icon = icons[name] ?? ArrowLeft
          const Count = counts?.[name]
          return parts ? (
            <li key={name} className="my-2 grid gap-0.5">
              {isCompact ? (
                <hr className="mx-1 mb-1.5 border-line" />
              ) : (
                <Link
                  to={to}
                  className="w-fit rounded-control px-2 py-1 text-xs font-semibold text-ink-muted hover:text-ink"
                >
                  {title}
                </Link>
              )}
              <Sections to={to} title={title} sections={parts} isCompact={isCompact} />
              <hr className="mx-1 mt-1.5 border-line" />
            </li>
          ) : (
            <li key={name}>
              <NavLink
                to={to}
                title={isCompact ? title : undefined}
                className={entryClass(isCompact)}
              >
                <Icon aria-hidden="true" />
                <span className={isCompact ? 'sr-only' : 'truncate'}>{title}</span>
                {Count && !isCompact && (
                  <>
                    {' '}
                    <Count />
                  </>
                )}
              </NavLink>
            </li>
          )
        })}
      </ul>
      {Views && <Views isCompact={isCompact} />}
    </>
  )
}

interface SectionsProps {
  to: string
  title: string
  sections: readonly Section[]
  isCompact: boolean
}

/** Links; on the route itself they are its tabs, and arrow keys lead from one to the next. */
function Sections({ to, title, sections, isCompact }: SectionsProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const id = useId()
  const isHere = pathname === to
  const requested = new URLSearchParams(search).get('tab')
  const open = Math.max(
    sections.findIndex(({ slug }) => slug === requested),
    0,
  )

  function step(event: KeyboardEvent) {
    const last = sections.length - 1
    const next = {
      ArrowDown: open === last ? 0 : open + 1,
      ArrowUp: open === 0 ? last : open - 1,
      Home: 0,
      End: last,
    }[event.key]
    const section = next !== undefined && sections[next]
    if (!isHere || !section) return
    event.preventDefault()
    document.getElementById(`${id}-${section.slug}`)?.focus()
    void navigate({ search: `?tab=${section.slug}` }, { replace: true })
  }

  return (
    <div
      role={isHere ? 'tablist' : 'group'}
      aria-label={`Areas of the ${title}`}
      aria-orientation={isHere ? 'vertical' : undefined}
      onKeyDown={step}
      className="grid gap-0.5"
    >
      {sections.map(({ slug, label, Icon }, index) => {
        const isOpen = isHere && index === open
        return (
          <Link
            key={slug}
            id={`${id}-${slug}`}
            to={{ pathname: to, search: `?tab=${slug}` }}
            title={isCompact ? label : undefined}
            className={entryClass(isCompact)}
            {...(isHere && { role: 'tab', 'aria-selected': isOpen, tabIndex: isOpen ? 0 : -1 })}
          >
            <Icon aria-hidden="true" />
            <span className={isCompact ? 'sr-only' : 'truncate'}>{label}</span>
          </Link>
        )
      })}
    </div>
  )
}
