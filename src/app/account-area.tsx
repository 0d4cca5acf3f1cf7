// Before the styles of its parts, which are stronger
import './account.css'
import { Suspense, type ComponentType } from 'react'
import { useLocation } from 'react-router-dom'
import { areas, crmSections } from '@/shared/auth/areas'
import { peopleRights } from '@/features/crm/people/people-rights'
import { StaffLayout, StaffLook } from './staff/staff-layout'
import { AuthProvider } from '@/shared/auth/auth-provider'
import { lazyModule } from '@/shared/lib/lazy-component'
import { routes, type RouteName } from '@/shared/auth/routes'
import { DataProviders } from './data-providers'
import { routePages } from './route-pages'
import { ProtectedRoute } from './protected-route'
import { PublicLayout } from './public-layout'
import { queryClient } from './query-client'

/** The routes that use the session. */
export function AccountArea({ name }: { name: RouteName }) {
  return (
    <DataProviders>
      <AuthProvider>
        <CurrentRoute name={name} />
      </AuthProvider>
    </DataProviders>
  )
}

const sections = { crm: crmSections }
const counts = {
  tasks: shownLater(() => import('@/features/crm/tasks/due-tasks-count')),
  submissions: shownLater(() => import('@/features/submissions/queue/waiting-count')),
}
const Views = shownLater(() => import('./staff/pinned-views'))

const people = {
  // Programs have files.
  requiredRights: [...peopleRights, ...areas.programs.requiredRights] as const,
  Results: lazyModule(() => import('@/features/crm/people/people-results')),
  Panel: lazyModule(() => import('@/features/crm/people/person-panel')),
}

/** A part of the menu, shown once it has loaded. */
function shownLater<Props extends object>(download: Parameters<typeof lazyModule<Props>>[0]) {
  const Part: ComponentType<Props> = lazyModule(download)
  return (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}

function CurrentRoute({ name }: { name: RouteName }) {
  const location = useLocation()
  const { session, layout, requiredRights, refusedTo } = routes[name]
  const { Page, prefetch } = routePages[name]
  if (session === 'optional') return <Page />

  const guard = {
    requiredRights,
    refusedTo,
    prefetch: () => void prefetch?.(queryClient, location),
  }
  if (layout === 'staff') {
    return (
      <StaffLook>
        <ProtectedRoute {...guard}>
          <StaffLayout sections={sections} counts={counts} Views={Views} people={people}>
            <Page />
          </StaffLayout>
        </ProtectedRoute>
      </StaffLook>
    )
  }
  const page = (
    <ProtectedRoute {...guard}>
      <Page />
    </ProtectedRoute>
  )
  return layout === 'public' ? <PublicLayout>{page}</PublicLayout> : page
}
