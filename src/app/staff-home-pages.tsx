import { AccountPage } from '@/features/portal/account-page'
import { StaffDashboardPage } from '@/features/portal/staff-dashboard-page'
import { NoticeChoices } from '@/features/submissions/notices/notice-choices'
import { WaitingPanel } from '@/features/submissions/waiting/waiting-panel'

// What waits in the queue is shown where somebody begins.

export function StaffDashboard() {
  return <StaffDashboardPage waiting={<WaitingPanel />} />
}

export function Account() {
  return <AccountPage waiting={<WaitingPanel />} notices={<NoticeChoices />} />
}
