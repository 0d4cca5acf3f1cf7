import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useAuth, type Auth } from '@/shared/auth/auth-context'
import { cardsFor } from '@/shared/auth/places'
import { RoleBadge } from '@/shared/auth/role-badge'
import { paths } from '@/shared/config/paths'
import { Badge } from '@/shared/ui/badge'
import { Card, CardContent, CardHeader, CardTitle } from '@/shared/ui/card'
import { PageHeader } from '@/shared/ui/page-header'

/** The dashboard of roles: which cards and ticks somebody sees follows from their role's flags. */
export function StaffDashboardPage() {
  const auth = useAuth()
  const { profile, user, role, isAdmin, isProgramManager, isFundraiser } = auth

  return (
    <>
      <PageHeader title="Admin Dashboard" />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-lg">
        <span className="min-w-0 break-words">Welcome, {profile?.fullName ?? user?.email}</span>
        <RoleBadge role={role} />
      </p>

      <div className="mt-4 grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
        {isFundraiser && <FigureCard title="Total Donations" figure="$0" />}
        {(isProgramManager || isAdmin) && <FigureCard title="Active Programs" figure="0" />}
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
        {cardsFor(auth).map(({ to, title, text }) => (
          <DashboardCard key={to} title={title}>
            <p>{text}</p>
            <p className="mt-3">
              <Link to={to}>Open {title}</Link>
            </p>
          </DashboardCard>
        ))}
        <Permissions {...auth} />
      </div>
    </>
  )
}

function DashboardCard({
  title,
  badge,
  children,
}: {
  title: string
  badge?: string
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <Card as="section" aria-labelledby={titleId}>
      <CardHeader>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <CardTitle as="h2" id={titleId}>
            {title}
          </CardTitle>
          {badge && <Badge>{badge}</Badge>}
        </div>
      </CardHeader>
      <CardContent>{children}</CardContent>
    </Card>
  )
}

/** The live figures are in the CRM, for those who may read them. */
function FigureCard({ title, figure }: { title: string; figure: string }) {
  return (
    <DashboardCard title={title} badge="Sample figure">
      <p className="font-display text-heading text-forest-800">{figure}</p>
      <p className="mt-2 text-sm text-ink-soft">A placeholder: nothing is read for it.</p>
    </DashboardCard>
  )
}

function ManagementCard({ title, text, open }: { title: string; text: string; open: boolean }) {
  return (
    <DashboardCard title={title}>
      <p>{text}</p>
      <p className="mt-3">
        {open ? (
          <Link to={paths.crm}>{title} in the CRM</Link>
        ) : (
          <span className="text-ink-soft">
            You hold no permission for it yet. An administrator can grant it.
          </span>
        )}
      </p>
    </DashboardCard>
  )
}

function Permissions({ isAdmin, isProgramManager, isFundraiser }: Auth) {
  const permissions = [
    { label: 'View Financials', held: isFundraiser },
    { label: 'Manage Users', held: isAdmin },
    { label: 'Manage Programs', held: isProgramManager || isAdmin },
    { label: 'Manage Donations', held: isFundraiser },
  ]
  return (
    <DashboardCard title="Your Permissions">
      <ul className="grid gap-3">
        {permissions.map(({ label, held }) => {
          const Icon = held ? Check : X
          return (
            <li key={label} className="flex items-center gap-3">
              <Icon
                aria-hidden="true"
                className={held ? 'size-5 text-success' : 'size-5 text-danger'}
              />
              <span>
                {label}
                <span className="sr-only">: {held ? 'yes' : 'no'}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </DashboardCard>
  )
}
