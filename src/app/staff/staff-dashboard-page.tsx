import { queryOptions, useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { HomeFigures } from '@/features/crm/dashboard/home-figures'
import type { RequiredRights } from '@/shared/auth/required-rights'
import { useAuth, type Auth } from '@/shared/auth/auth-context'
import { cardsFor, type RouteName } from '@/shared/auth/routes'
import { RoleBadge } from '@/shared/auth/role-badge'
import { paths } from '@/shared/config/paths'
import { formatDollars } from '@/shared/lib/format-dollars'
import { ask, askCount } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import { PageHeader } from '@/shared/account-ui/page-header'
import { Home } from './home'

/** The routes that the specification links from the role dashboard, under its cards. */
const firstRoutes: readonly RouteName[] = ['submissions', 'crm', 'demoUsers']

/**
 * The staff's home: the role dashboard, whose cards and ticks follow from the role's flags, waiting work
 * for each job, figures, and the other routes.
 */
export function StaffDashboardPage() {
  const auth = useAuth()
  const { profile, user, role, isAdmin, isProgramManager, isFundraiser } = auth
  const cards = cardsFor(auth)
  const isFirst = ({ name }: { name: RouteName }) => firstRoutes.includes(name)

  return (
    <>
      <PageHeader title="Admin Dashboard" />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-lg">
        <span className="min-w-0 break-words">Welcome, {profile?.fullName ?? user?.email}</span>
        <RoleBadge role={role} />
      </p>
      <DashboardCards>
        {isFundraiser && <FigureCard {...totalDonations} />}
        {(isProgramManager || isAdmin) && <FigureCard {...activePrograms} />}
        {(isFundraiser || isAdmin) && (
          <ManagementCard
            title="Donation Management"
            text="Donors, donations and fundraising progress."
            open={auth.can('can_manage_donations')}
          />
        )}
        {(isProgramManager || isAdmin) && (
          <ManagementCard
            title="Program Management"
            text="Programs, and the people who take part in them."
            open={auth.can('can_manage_programs')}
          />
        )}
        {cards.filter(isFirst).map((card) => (
          <RouteCard key={card.to} {...card} />
        ))}
      </DashboardCards>
      <Home className="mt-4" />
      <div className="mt-6 empty:hidden">
        <HomeFigures />
      </div>
      <DashboardCards>
        {cards
          .filter((card) => !isFirst(card))
          .map((card) => (
            <RouteCard key={card.to} {...card} />
          ))}
      </DashboardCards>
      <DashboardCards>
        <Permissions {...auth} />
      </DashboardCards>
    </>
  )
}

function DashboardCards({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4 flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line empty:hidden [&>*]:flex-[1_1_40%] sm:[&>*]:flex-[1_1_14rem]">
      {children}
    </div>
  )
}

function RouteCard({
  to,
  title,
  text,
}: Pick<ReturnType<typeof cardsFor>[number], 'to' | 'title' | 'text'>) {
  return (
    <DashboardCard title={title}>
      <Link to={to} title={text}>
        Open {title}
      </Link>
    </DashboardCard>
  )
}

function DashboardCard({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="min-w-0 bg-paper-raised px-4 py-3 text-sm pointer-coarse:has-[>a]:pb-1 pointer-coarse:[&>a]:flex pointer-coarse:[&>a]:min-h-11 pointer-coarse:[&>a]:items-center"
    >
      <h2 id={titleId} className="mb-1 text-sm font-normal text-ink-soft">
        {title}
      </h2>
      {children}
    </section>
  )
}

interface FigureCardProps {
  title: string
  requiredRights: RequiredRights
  query: ReturnType<typeof figureQuery>
}

const figureQuery = (name: string, read: (signal: AbortSignal) => Promise<string>) =>
  queryOptions({ queryKey: ['figures', name], queryFn: ({ signal }) => read(signal) })

const totalDonations: FigureCardProps = {
  title: 'Total Donations',
  requiredRights: ['can_manage_donations'],
  query: figureQuery('donations', async (signal) => {
    const stats = supabase.rpc('dashboard_stats').select('donation_total').single()
    return formatDollars((await ask(stats, signal)).donation_total)
  }),
}

const activePrograms: FigureCardProps = {
  title: 'Active Programs',
  requiredRights: ['can_manage_programs', 'program_manager'],
  query: figureQuery('programs', async (signal) => {
    const active = supabase
      .from('programs')
      .select('id', { count: 'exact', head: true })
      .eq('status', 'active')
    return (await askCount(active, signal)).toLocaleString('en-US')
  }),
}

function FigureCard({ title, requiredRights, query }: FigureCardProps) {
  const isOpen = useAuth().can(...requiredRights)
  const { data, isError } = useQuery({ ...query, enabled: isOpen })
  return (
    <DashboardCard title={title}>
      {isOpen ? (
        <p className="min-h-[1lh] text-heading font-semibold tabular-nums">
          {isError ? '–' : data}
        </p>
      ) : (
        <NotYours />
      )}
    </DashboardCard>
  )
}

function NotYours() {
  return (
    <span className="text-ink-soft">
      You don’t have permission for this yet. An administrator can grant it.
    </span>
  )
}

function ManagementCard({ title, text, open }: { title: string; text: string; open: boolean }) {
  return (
    <DashboardCard title={title}>
      {open ? (
        <Link to={paths.crm} title={text}>
          {title} in the CRM
        </Link>
      ) : (
        <NotYours />
      )}
    </DashboardCard>
  )
}

function Permissions({ isAdmin, isProgramManager, isFundraiser, can }: Auth) {
  const permissions = [
    { label: 'View Financials', isGranted: isFundraiser },
    { label: 'Manage Users', isGranted: isAdmin },
    {
      label: 'Manage Programs',
      isGranted: isProgramManager || can('can_manage_programs', 'program_manager'),
    },
    { label: 'Manage Donations', isGranted: isFundraiser },
  ]
  return (
    <DashboardCard title="Your Permissions">
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {permissions.map(({ label, isGranted }) => {
          const Icon = isGranted ? Check : X
          return (
            <li key={label} className="flex items-center gap-1.5">
              <Icon
                aria-hidden="true"
                className={isGranted ? 'size-4 text-success' : 'size-4 text-ink-soft'}
              />
              <span>
                {label}
                <span className="sr-only">: {isGranted ? 'yes' : 'no'}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </DashboardCard>
  )
}
