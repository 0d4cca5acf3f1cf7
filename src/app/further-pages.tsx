import { Route, Routes } from 'react-router-dom'
import { NotFoundPage } from '@/features/site/pages/not-found-page'
import { paths } from '@/shared/config/paths'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { PageOutlet } from './page-outlet'
import { PublicLayout } from './public-layout'

const AccountArea = lazyComponent(async () => (await import('./account-area')).AccountArea)
const ProtectedRoute = lazyComponent(async () => (await import('./protected-route')).ProtectedRoute)
const LoginPage = lazyComponent(
  async () => (await import('@/features/portal/login-page')).LoginPage,
)
const ResetPasswordPage = lazyComponent(
  async () => (await import('@/features/portal/reset-password-page')).ResetPasswordPage,
)
const AccountPage = lazyComponent(
  async () => (await import('@/features/portal/account-page')).AccountPage,
)
const StaffLayout = lazyComponent(
  async () => (await import('@/features/portal/staff-layout')).StaffLayout,
)
const StaffDashboardPage = lazyComponent(
  async () => (await import('@/features/portal/staff-dashboard-page')).StaffDashboardPage,
)
const DemoUsersPage = lazyComponent(
  async () => (await import('@/features/demo/demo-users-page')).DemoUsersPage,
)
const SeedDemoUsersPage = lazyComponent(
  async () => (await import('@/features/demo/seed-demo-users-page')).SeedDemoUsersPage,
)
const CrmPage = lazyComponent(async () => (await import('@/features/crm/crm-page')).CrmPage)
const SubmissionsPage = lazyComponent(
  async () => (await import('@/features/submissions/review/submissions-page')).SubmissionsPage,
)

/**
 * Everything that knows about sessions lives in the account area, which is downloaded when one of its
 * addresses is opened. What is at no address is not found.
 */
export function FurtherPages() {
  return (
    <Routes>
      <Route element={<AccountArea />}>
        <Route path={paths.login} element={<LoginPage />} />
        <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
        <Route element={<PublicLayout />}>
          <Route
            path={paths.account}
            element={
              <ProtectedRoute>
                <AccountPage />
              </ProtectedRoute>
            }
          />
        </Route>
        <Route
          element={
            <ProtectedRoute>
              <StaffLayout />
            </ProtectedRoute>
          }
        >
          <Route element={<PageOutlet />}>
            <Route path={paths.staffDashboard} element={<StaffDashboardPage />} />
            <Route path={paths.crm} element={<CrmPage />} />
          </Route>
        </Route>
        <Route
          element={
            <ProtectedRoute requires="isAdmin">
              <StaffLayout />
            </ProtectedRoute>
          }
        >
          <Route element={<PageOutlet />}>
            <Route path={paths.submissions} element={<SubmissionsPage />} />
            <Route path={paths.demoUsers} element={<DemoUsersPage />} />
          </Route>
        </Route>
      </Route>
      <Route path={paths.seedDemoUsers} element={<SeedDemoUsersPage />} />
      <Route element={<PublicLayout />}>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}
