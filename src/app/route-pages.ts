import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Location } from 'react-router-dom'
import type { RouteName } from '@/shared/auth/routes'
import { lazyComponent, lazyModule } from '@/shared/lib/lazy-component'

interface RoutePage {
  /** The page's module from `src` on, for the build to find its scripts. */
  module: string
  Page: ComponentType
  /** Starts the page's first queries; called beside the one that says whether it may be entered. */
  prefetch?: (queryClient: QueryClient, location: Location) => Promise<void>
}

export const routePages: Readonly<Record<RouteName, RoutePage>> = {
  login: {
    module: 'features/portal/login-page',
    Page: lazyModule(() => import('@/features/portal/login-page')),
  },
  resetPassword: {
    module: 'features/portal/reset-password-page',
    Page: lazyModule(() => import('@/features/portal/reset-password-page')),
  },
  seedDemoUsers: {
    module: 'features/demo/seed-demo-users-page',
    Page: lazyModule(() => import('@/features/demo/seed-demo-users-page')),
  },
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
  tasks: {
    module: 'features/tasks/tasks-page',
    Page: lazyModule(() => import('@/features/tasks/tasks-page')),
  },
  crm: {
    module: 'app/crm-page',
    Page: lazyComponent(async () => (await import('./crm-page')).CrmPage),
    prefetch: async (queryClient, location) =>
      (await import('./crm-page')).prefetchCrm(queryClient, location),
  },
  demoUsers: {
    module: 'features/demo/demo-users-page',
    Page: lazyModule(() => import('@/features/demo/demo-users-page')),
  },
  demoDashboard: {
    module: 'features/demo/demo-dashboard-page',
    Page: lazyModule(() => import('@/features/demo/demo-dashboard-page')),
  },
  changeLog: {
    module: 'features/change-log/change-log-page',
    Page: lazyModule(() => import('@/features/change-log/change-log-page')),
  },
  mail: {
    module: 'features/mail/mail-page',
    Page: lazyModule(() => import('@/features/mail/mail-page')),
  },
  retention: {
    module: 'features/retention/retention-page',
    Page: lazyModule(() => import('@/features/retention/retention-page')),
  },
  receipt: {
    module: 'features/giving/receipt-page',
    Page: lazyModule(() => import('@/features/giving/receipt-page')),
  },
  giftDesk: {
    module: 'features/giving/desk/gift-desk-page',
    Page: lazyModule(() => import('@/features/giving/desk/gift-desk-page')),
  },
  thankYouLetters: {
    module: 'features/giving/desk/letters-page',
    Page: lazyModule(() => import('@/features/giving/desk/letters-page')),
  },
  handedOver: {
    module: 'features/people/rights/handed-over-page',
    Page: lazyModule(() => import('@/features/people/rights/handed-over-page')),
  },
  staffAccount: {
    module: 'app/staff-home-pages',
    Page: lazyComponent(async () => (await import('./staff-home-pages')).StaffAccount),
  },
  account: {
    module: 'app/staff-home-pages',
    Page: lazyComponent(async () => (await import('./staff-home-pages')).Account),
  },
}
