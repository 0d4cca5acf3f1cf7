import type { QueryClient } from '@tanstack/react-query'
import type { Location } from 'react-router-dom'
import type { RouteName } from '@/shared/auth/routes'
import { lazyComponent, lazyModule, type Loadable } from '@/shared/lib/lazy-component'

interface RoutePage {
  /** The page's module from `src` on, for the build to find its scripts. */
  module: string
  Page: Loadable<object>
  /** Starts the page's first queries; called beside the one that decides whether it may be entered. */
  prefetch?: (queryClient: QueryClient, location: Location) => Promise<void>
}

const page = (module: string, download: Parameters<typeof lazyModule>[0]): RoutePage => ({
  module,
  Page: lazyModule(download),
})

export const routePages: Readonly<Record<RouteName, RoutePage>> = {
  login: page(
    'features/portal/sign-in/login-page',
    () => import('@/features/portal/sign-in/login-page'),
  ),
  resetPassword: page(
    'features/portal/sign-in/reset-password-page',
    () => import('@/features/portal/sign-in/reset-password-page'),
  ),
  seedDemoUsers: page(
    'features/crm/demo/seed-demo-users-page',
    () => import('@/features/crm/demo/seed-demo-users-page'),
  ),
  staffDashboard: page(
    'app/staff/staff-dashboard-page',
    () => import('./staff/staff-dashboard-page'),
  ),
  submissions: {
    module: 'app/submissions-page',
    Page: lazyComponent(async () => (await import('./submissions-page')).Submissions),
    prefetch: async (queryClient, location) =>
      (await import('./submissions-page')).prefetchSubmissions(queryClient, location),
  },
  tasks: page('features/crm/tasks/tasks-page', () => import('@/features/crm/tasks/tasks-page')),
  crm: {
    module: 'app/crm-page',
    Page: lazyComponent(async () => (await import('./crm-page')).CrmPage),
    prefetch: async (queryClient, location) =>
      (await import('./crm-page')).prefetchCrm(queryClient, location),
  },
  clearances: page(
    'features/crm/programs/clearances/clearances-page',
    () => import('@/features/crm/programs/clearances/clearances-page'),
  ),
  journal: page(
    'features/crm/giving/journal/journal-page',
    () => import('@/features/crm/giving/journal/journal-page'),
  ),
  demoUsers: page(
    'features/crm/accounts/demo-users-page',
    () => import('@/features/crm/accounts/demo-users-page'),
  ),
  demoDashboard: page(
    'features/crm/demo/demo-dashboard-page',
    () => import('@/features/crm/demo/demo-dashboard-page'),
  ),
  changeLog: page(
    'features/crm/change-log/change-log-page',
    () => import('@/features/crm/change-log/change-log-page'),
  ),
  mail: page('features/crm/mail/mail-page', () => import('@/features/crm/mail/mail-page')),
  retention: page(
    'features/crm/retention/retention-page',
    () => import('@/features/crm/retention/retention-page'),
  ),
  faults: page(
    'features/crm/faults/faults-page',
    () => import('@/features/crm/faults/faults-page'),
  ),
  receipt: page(
    'features/crm/giving/receipts/receipt-page',
    () => import('@/features/crm/giving/receipts/receipt-page'),
  ),
  giftDesk: page(
    'features/crm/giving/desk/gift-desk-page',
    () => import('@/features/crm/giving/desk/gift-desk-page'),
  ),
  pledges: page(
    'features/crm/giving/pledges/pledges-page',
    () => import('@/features/crm/giving/pledges/pledges-page'),
  ),
  pledgeLetters: page(
    'features/crm/giving/letters/pledge-letters-page',
    () => import('@/features/crm/giving/letters/pledge-letters-page'),
  ),
  thankYouLetters: page(
    'features/crm/giving/letters/letters-page',
    () => import('@/features/crm/giving/letters/letters-page'),
  ),
  yearEndReceipts: page(
    'features/crm/giving/receipts/year-end-page',
    () => import('@/features/crm/giving/receipts/year-end-page'),
  ),
  printedReceipts: page(
    'features/crm/giving/receipts/printed-page',
    () => import('@/features/crm/giving/receipts/printed-page'),
  ),
  receiptWording: page(
    'features/crm/giving/receipts/wording-page',
    () => import('@/features/crm/giving/receipts/wording-page'),
  ),
  handedOver: page(
    'features/crm/people/rights/handed-over-page',
    () => import('@/features/crm/people/rights/handed-over-page'),
  ),
  staffAccount: {
    module: 'app/account-page',
    Page: lazyComponent(async () => (await import('./account-page')).StaffAccountPage),
  },
  reportConcern: page(
    'features/crm/safeguarding/report-concern-page',
    () => import('@/features/crm/safeguarding/report-concern-page'),
  ),
  concerns: page(
    'features/crm/safeguarding/concerns-page',
    () => import('@/features/crm/safeguarding/concerns-page'),
  ),
  account: {
    module: 'app/account-page',
    Page: lazyComponent(async () => (await import('./account-page')).AccountPage),
  },
  mentor: {
    module: 'app/mentor-page',
    Page: lazyComponent(async () => (await import('./mentor-page')).MentorPage),
  },
}
