import { HomeFigures } from '@/features/dashboard/home-figures'
import { AccountPage, StaffAccountPage } from '@/features/portal/account-page'
import { StaffDashboardPage } from '@/features/portal/staff-dashboard-page'
import { NoticeChoices } from '@/features/notices/notice-choices'
import { DueTasks } from '@/features/tasks/due-tasks'
import { WaitingPanel } from '@/features/queue/waiting-panel'

const waiting = (
  <>
    <WaitingPanel />
    <DueTasks />
  </>
)

export function StaffDashboard() {
  return <StaffDashboardPage waiting={waiting} figures={<HomeFigures />} />
}

export function StaffAccount() {
  return <StaffAccountPage notices={<NoticeChoices />} />
}

export function Account() {
  return <AccountPage waiting={waiting} notices={<NoticeChoices />} />
}
