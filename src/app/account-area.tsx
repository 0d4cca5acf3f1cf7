// Before the styles of its parts, which are stronger
import './account.css'
import { useLocation } from 'react-router-dom'
import { areas, crmSections } from '@/shared/auth/areas'
import { peopleRights } from '@/features/crm/people/people-rights'
import { StaffLayout, StaffLook } from './staff/staff-layout'
import { AuthProvider } from '@/shared/auth/auth-provider'
import { lazyPart } from '@/shared/account-ui/lazy-part'
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
  tasks: lazyPart(() => import('@/features/crm/tasks/due-tasks-count')),
  submissions: lazyPart(() => import('@/features/submissions/queue/waiting-count')),
}
const Views = lazyPart(() => import('./staff/pinned-views'))

const people = {
  // Programs have files.
  requiredRights: [...peopleRights, ...areas.programs.requiredRights] as const,
  Results: lazyModule(() => import('@/features/crm/people/people-results')),
  Panel: lazyPart(() => import('@/features/crm/people/person-panel')),
}

function CurrentRoute({ name }: { name: RouteName }) {
  const location = useLocation()
  const { session, layout, requiredRights, refusedTo } = routes[name]
  const { Page, prefetch } = routePages[name]
  if (session === 'optional') return <Page />

  const guard = {
    requiredRights,
    refusedTo,
    prefetch: () => {
      void Page.load()
      void prefetch?.(queryClient, location)
    },
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
