import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { HomeCard, homeLink, HomePanelPart } from '@/features/crm/dashboard/home-panel'
import { homePanelNames, homeQuery, type HomeFigure } from '@/features/crm/dashboard/home-panels'
import { DueTasks } from '@/features/crm/tasks/due-tasks'
import { useLiveSubmissions } from '@/features/submissions/queue/live-submissions'
import { useAuth } from '@/shared/auth/auth-context'
import { roleLabel } from '@/shared/auth/roles'
import { routes } from '@/shared/auth/routes'
import { paths } from '@/shared/config/paths'
import { cn } from '@/shared/lib/cn'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { LastVisit } from './last-visit'

const SetUp = lazyPart(() => import('@/features/crm/dashboard/set-up'))

interface HomeProps {
  className: string
  /** Leaves out where an account without rights can go. */
  isOwnPage?: boolean
}

/** Waiting work for each job, and news since the last visit. */
export function Home({ className, isOwnPage = false }: HomeProps) {
  const { can, isAdmin } = useAuth()
  const home = useQuery(homeQuery)
  const figures = home.data ?? []
  const isWithoutRights = home.data !== undefined && !can(...rightsOfHome)
  return (
    <div className={cn('grid gap-3', className)}>
      {can('can_review_submissions') && <Live />}
      {home.isLoadingError && <LoadFailure title="Your work could not be loaded." query={home} />}
      <div className="grid gap-3 empty:hidden sm:grid-cols-2 xl:grid-cols-3">
        {homePanelNames.map((name) => (
          <HomePanelPart key={name} name={name} figures={figures}>
            {name === 'tasks' && <DueTasks due={dueOf(figures)} />}
          </HomePanelPart>
        ))}
        {isWithoutRights && <WithoutRights figures={figures} isOwnPage={isOwnPage} />}
      </div>
      {home.data?.length === 0 && !isWithoutRights && (
        <p className="text-ink-soft">Nothing waits for you.</p>
      )}
      {isAdmin && <SetUp />}
      <LastVisit />
    </div>
  )
}

const rightsOfHome = routes.crm.requiredRights!

function Live() {
  useLiveSubmissions()
  return null
}

const dueOf = (figures: readonly HomeFigure[]) =>
  figures
    .filter(({ panel, line }) => panel === 'tasks' && line !== 'covering')
    .reduce((due, { items }) => due + items, 0)

const names = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** Where an account can go whose role opens nothing, and whom to ask. */
function WithoutRights({
  figures,
  isOwnPage,
}: {
  figures: readonly HomeFigure[]
  isOwnPage: boolean
}) {
  const { can, role } = useAuth()
  const admins = figures.flatMap(({ panel, label }) => (panel === 'access' && label ? [label] : []))
  const ways = [
    ...(isOwnPage ? [] : [{ to: paths.account, title: 'Your own page' }]),
    ...(can(...routes.tasks.requiredRights!) ? [{ to: paths.tasks, title: 'Tasks' }] : []),
    { to: paths.staffAccount, title: 'Your account' },
  ]
  return (
    <HomeCard title="Your access" isWide>
      <p className="py-1">
        The role {roleLabel(role)} opens no records.
        {admins.length > 0 && ` Ask ${names.format(admins)} for access.`}
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {ways.map(({ to, title }) => (
          <li key={to}>
            <Link to={to} className={`inline-block py-1 pointer-coarse:py-2.5 ${homeLink}`}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </HomeCard>
  )
}
