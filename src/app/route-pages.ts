import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Location } from 'react-router-dom'
import type { RouteName } from '@/shared/auth/routes'
import { lazyComponent, lazyModule } from '@/shared/lib/lazy-component'

interface RoutePage {
  /** The page's module from `src` on, for the build to find its scripts. */
  module: string
  Page: ComponentType
  /** Starts the page's first queries; called beside the one that decides whether it may be entered. */
  prefetch?: (queryClient: QueryClient, location: Location) => Promise<void>
}

const page = (module: string, download: Parameters<typeof lazyModule>[0]): RoutePage => ({
  module,
  Page: lazyModule(download),
})

export const routePages: Readonly<Record<RouteName, RoutePage>> = {
  login: page('features/portal/login-page', () => import('@/features/portal/login-page')),
  resetPassword: page(
    'features/portal/reset-password-page',
    () => import('@/features/portal/reset-password-page'),
  ),
  seedDemoUsers: page(
    'features/demo/seed-demo-users-page',
    () => import('@/features/demo/seed-demo-users-page'),
  ),
  staffDashboard: {
    module: 'app/staff-home-pages',
    Page: lazyComponent(async () => (await import('./staff-home-pages')).StaffDashboard),
  },
  submissions: {
    module: 'app/submissions-page',
    Page: lazyComponent(async () => (await import('./submissions-page')).Submissions),
    prefetch: async (queryClient, location) =>
      (await import('./submissions-page')).prefetchSubmissions(queryClient, location),
  },
  tasks: page('features/tasks/tasks-page', () => import('@/features/tasks/tasks-page')),
  crm: {
    module: 'app/crm-page',
    Page: lazyComponent(async () => (await import('./crm-page')).CrmPage),
    prefetch: async (queryClient, location) =>
      (await import('./crm-page')).prefetchCrm(queryClient, location),
  },
  demoUsers: page('features/demo/demo-users-page', () => import('@/features/demo/demo-users-page')),
  demoDashboard: page(
    'features/demo/demo-dashboard-page',
    () => import('@/features/demo/demo-dashboard-page'),
  ),
  changeLog: page(
    'features/change-log/change-log-page',
    () => import('@/features/change-log/change-log-page'),
  ),
  mail: page('features/mail/mail-page', () => import('@/features/mail/mail-page')),
  retention: page(
    'features/retention/retention-page',
    () => import('@/features/retention/retention-page'),
  ),
  receipt: page('features/giving/receipt-page', () => import('@/features/giving/receipt-page')),
  giftDesk: page(
    'features/giving/desk/gift-desk-page',
    () => import('@/features/giving/desk/gift-desk-page'),
  ),
  thankYouLetters: page(
    'features/giving/desk/letters-page',
    () => import('@/features/giving/desk/letters-page'),
  ),
  handedOver: page(
    'features/people/rights/handed-over-page',
    () => import('@/features/people/rights/handed-over-page'),
  ),
  staffAccount: {
    module: 'app/staff-home-pages',
    Page: lazyComponent(async () => (await import('./staff-home-pages')).StaffAccount),
  },
  account: {
    module: 'app/staff-home-pages',
    Page: lazyComponent(async () => (await import('./staff-home-pages')).Account),
  },
}
