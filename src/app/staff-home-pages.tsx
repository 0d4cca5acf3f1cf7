import { HomeFigures } from '@/features/dashboard/home-figures'
import { AccountPage, StaffAccountPage } from '@/features/portal/account-page'
import { StaffDashboardPage } from '@/features/portal/staff-dashboard-page'
import { NoticeChoices } from '@/features/notices/notice-choices'
import { WaitingPanel } from '@/features/queue/waiting-panel'

// What waits in the queue, and figures of all, are shown where somebody begins.

export function StaffDashboard() {
  return <StaffDashboardPage waiting={<WaitingPanel />} figures={<HomeFigures />} />
}

export function StaffAccount() {
  return <StaffAccountPage notices={<NoticeChoices />} />
}

export function Account() {
  return <AccountPage waiting={<WaitingPanel />} notices={<NoticeChoices />} />
}
