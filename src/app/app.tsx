import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { NotFoundPage } from '@/features/site/pages/not-found-page'
import { paths } from '@/shared/config/paths'
import { Spinner } from '@/shared/ui/spinner'
import { PublicLayout } from './public-layout'
import { publicPages } from './public-pages'
import { ScrollToTop } from './scroll-to-top'

const AccountArea = lazy(async () => ({
  default: (await import('./account-area')).AccountArea,
}))
const ProtectedRoute = lazy(async () => ({
  default: (await import('./protected-route')).ProtectedRoute,
}))
const LoginPage = lazy(async () => ({
  default: (await import('@/features/portal/login-page')).LoginPage,
}))
const ResetPasswordPage = lazy(async () => ({
  default: (await import('@/features/portal/reset-password-page')).ResetPasswordPage,
}))
const AccountPage = lazy(async () => ({
  default: (await import('@/features/portal/account-page')).AccountPage,
}))
const SubmissionsPage = lazy(async () => ({
  default: (await import('@/features/submissions/review/submissions-page')).SubmissionsPage,
}))
const CrmPage = lazy(async () => ({
  default: (await import('@/features/crm/crm-page')).CrmPage,
}))

/**
 * Public pages load nothing but themselves. Everything that knows about sessions lives in the account
 * area, which is downloaded when one of its addresses is opened.
 */
export function App() {
  return (
    <>
      <ScrollToTop />
      <Suspense fallback={<Spinner className="mx-auto my-24" />}>
        <Routes>
          <Route element={<PublicLayout />}>
            {publicPages.map(({ path, element }) => (
              <Route key={path} path={path} element={element} />
            ))}
          </Route>
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
              path={paths.submissions}
              element={
                <ProtectedRoute requires="isAdmin">
                  <SubmissionsPage />
                </ProtectedRoute>
              }
            />
            <Route
              path={paths.crm}
              element={
                <ProtectedRoute>
                  <CrmPage />
                </ProtectedRoute>
              }
            />
          </Route>
          <Route element={<PublicLayout />}>
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Routes>
      </Suspense>
    </>
  )
}
