import { useAuth } from '@/shared/auth/auth-context'
import { RoleBadge } from '@/shared/auth/role-badge'
import { isStaffRole } from '@/shared/auth/roles'
import { cardsFor } from '@/shared/auth/routes'
import { paths } from '@/shared/config/paths'
import { Section } from '@/shared/ui/container'
import { PageHeader } from '@/shared/account-ui/page-header'
import { AccountName } from '@/features/portal/own/account-name'
import { AccountAddress } from '@/features/portal/sign-in/account-address'
import { AccountSecurity } from '@/features/portal/sign-in/account-security'
import { NoticeChoices } from '@/features/submissions/notices/notice-choices'
import { Waiting } from './staff/waiting'
import { LinkCards } from '@/features/portal/own/link-cards'
import { SecondFactorSettings } from '@/features/portal/sign-in/second-factor/second-factor-settings'
import { SignOutButton } from '@/shared/auth/sign-out-button'
import { SupporterHome } from '@/features/portal/own/supporter-home'

/** The page after sign-in. */
export function AccountPage() {
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
      {isStaffRole(role) ? <StaffHome /> : <SupporterHome />}
      <div className="mt-10">
        <Settings />
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
function StaffHome() {
  return (
    <>
      <Waiting className="mt-8" />
      <LinkCards links={[dashboard, ...cardsFor(useAuth())]} />
    </>
  )
}

/** The same settings in the frame of the back office. */
export function StaffAccountPage() {
  return (
    <>
      <PageHeader title="Your account" />
      <Settings />
    </>
  )
}

function Settings() {
  return (
    <div className="grid gap-4">
      <NoticeChoices />
      <AccountName />
      <AccountAddress />
      <AccountSecurity />
      <SecondFactorSettings />
    </div>
  )
}
