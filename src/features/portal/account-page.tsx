import type { ReactNode } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { RoleBadge } from '@/shared/auth/role-badge'
import { isStaffRole } from '@/shared/auth/roles'
import { cardsFor } from '@/shared/auth/routes'
import { paths } from '@/shared/config/paths'
import { Section } from '@/shared/ui/container'
import { PageHeader } from '@/shared/account-ui/page-header'
import { AccountName } from './account-name'
import { AccountSecurity } from './account-security'
import { LastVisit } from './last-visit'
import { LinkCards } from './link-cards'
import { SecondFactorSettings } from './second-factor/second-factor-settings'
import { SignOutButton } from './sign-out-button'
import { SupporterHome } from './supporter-home'

/** The page after sign-in. `waiting` and `notices` are for staff. */
export function AccountPage({ waiting, notices }: { waiting: ReactNode; notices: ReactNode }) {
  const { profile, user, role } = useAuth()

  return (
    <Section>
      <title>Your account</title>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="break-words">Welcome, {profile?.fullName ?? user?.email}</h1>
          <p className="mt-3">
            <RoleBadge role={role} />
          </p>
        </div>
        <SignOutButton />
      </div>
      {isStaffRole(role) ? <StaffHome waiting={waiting} /> : <SupporterHome />}
      <div className="mt-10">
        <Settings notices={notices} />
      </div>
    </Section>
  )
}

const dashboard = {
  to: paths.staffDashboard,
  title: 'Dashboard',
  text: 'Your role, your permissions and everything you look after.',
}

/** Waiting work, and a card for each page of the back office. */
function StaffHome({ waiting }: { waiting: ReactNode }) {
  return (
    <>
      <div className="mt-8 grid gap-3 empty:hidden">
        {waiting}
        <LastVisit />
      </div>
      <LinkCards links={[dashboard, ...cardsFor(useAuth())]} />
    </>
  )
}

/** The same settings in the frame of the back office. */
export function StaffAccountPage({ notices }: { notices: ReactNode }) {
  return (
    <>
      <PageHeader title="Your account" />
      <Settings notices={notices} />
    </>
  )
}

function Settings({ notices }: { notices: ReactNode }) {
  return (
    <div className="grid gap-4">
      {notices}
      <AccountName />
      <AccountSecurity />
      <SecondFactorSettings />
    </div>
  )
}
