import { useQuery } from '@tanstack/react-query'
import { useAuth } from '@/shared/auth/auth-context'
import { RoleBadge } from '@/shared/auth/role-badge'
import { permissionNames } from '@/shared/auth/permissions'
import { isStaffRole, staffRoles } from '@/shared/auth/roles'
import { cardsFor } from '@/shared/auth/routes'
import { paths } from '@/shared/config/paths'
import { Section } from '@/shared/ui/container'
import { PageHeader } from '@/shared/account-ui/page-header'
import { AccountName } from '@/features/portal/own/account-name'
import { AccountAddress } from '@/features/portal/sign-in/account-address'
import { AccountSecurity } from '@/features/portal/sign-in/account-security'
import { ownMentoringQuery } from '@/features/portal/mentoring/mentor-queries'
import { NoticeChoices } from '@/features/submissions/notices/notice-choices'
import { Home } from './staff/home'
import { LinkCards } from '@/features/portal/own/link-cards'
import { SecondFactorSettings } from '@/features/portal/sign-in/second-factor/second-factor-settings'
import { SignOutButton } from '@/shared/auth/sign-out-button'
import { SettingsPart } from '@/shared/account-ui/settings-part'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { SupporterHome } from '@/features/portal/own/supporter-home'

const Away = lazyPart(() => import('@/features/crm/accounts/away'))

/** The page after sign-in. */
export function AccountPage() {
  const { profile, user, role, can } = useAuth()
  const isStaff = isStaffRole(role)

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
      <Mentoring />
      {!isStaff && can(...permissionNames) && <Home className="mt-6" isOwnPage />}
      {isStaff ? <StaffHome /> : <SupporterHome />}
      <div className="mt-10">
        <Settings />
      </div>
    </Section>
  )
}

const mentoring = {
  to: paths.mentor,
  title: 'Mentoring',
  text: 'Log a meeting with your mentee, also without network.',
}

/** For accounts that staff linked to a mentor. */
function Mentoring() {
  const isMentor = useQuery(ownMentoringQuery)
  return isMentor.data && <LinkCards links={[mentoring]} />
}

const dashboard = {
  to: paths.staffDashboard,
  title: 'Home',
  text: 'Your role, your permissions and everything you look after.',
}

/** Waiting work, and a card for each page of the back office. */
function StaffHome() {
  return (
    <>
      <Home className="mt-6" isOwnPage />
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
    <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <AccountName />
        <AccountAddress />
        <NoticeChoices />
      </div>
      <div className="grid gap-4">
        <OwnAbsence />
        <AccountSecurity />
        <SecondFactorSettings />
      </div>
    </div>
  )
}

/** For staff: when they are away, and who covers. */
function OwnAbsence() {
  const { user, can } = useAuth()
  if (!user || !can(...staffRoles, ...permissionNames)) return null
  return (
    <SettingsPart title="Away">
      <Away account={user.id} />
    </SettingsPart>
  )
}
