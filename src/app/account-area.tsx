// Imported before its parts, whose styles win
import './account.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { areas, crmSections } from '@/shared/auth/areas'
import { peopleRights } from '@/features/crm/people/person/people-rights'
import { StaffLayout, StaffLook, StaffTheme } from './staff/staff-layout'
import { AuthProvider } from '@/shared/auth/auth-provider'
import { useAuth } from '@/shared/auth/auth-context'
import { bringToaster } from '@/shared/ui/use-toaster'
import { whenQuiet } from '@/shared/lib/when-quiet'
import { lazyPart, loadParts } from '@/shared/account-ui/lazy-part'
import { LeaveQuestion } from '@/shared/account-ui/leave-question'
import { lazyModule } from '@/shared/lib/lazy-component'
import { routes, type RouteName } from '@/shared/auth/routes'
import { endedSession, giveUp, subscribe } from '@/shared/supabase/ended-session'
import { HelpFrame } from './help/help-frame'
import { routePages } from './route-pages'
import { ProtectedRoute } from './protected-route'
import { PublicLayout } from './public-layout'
import { queryClient } from './query-client'

/** The routes that use the session. */
export function AccountArea({ name }: { name: RouteName }) {
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <LeaveQuestion>
          <CurrentRoute name={name} />
          <WhenEnded />
        </LeaveQuestion>
        <WhatComesLater name={name} />
      </AuthProvider>
    </QueryClientProvider>
  )
}

const SignInAgain = lazyPart(() => import('@/features/portal/sign-in/sign-in-again'))

function WhenEnded() {
  const ended = useSyncExternalStore(subscribe, endedSession)
  return ended && <SignInAgain ended={ended} onClose={() => giveUp()} />
}

/** Once a screen shows, downloads what it may show or open next. */
function WhatComesLater({ name }: { name: RouteName }) {
  const { loading } = useAuth()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (loading) return
    return whenQuiet(queryClient, () => {
      bringToaster()
      // A phone on a bad line loads no more than it shows.
      if (name !== 'mentor') void loadParts()
    })
  }, [loading, name, pathname, search])
  return null
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
  Results: lazyModule(() => import('@/features/crm/people/person/people-results')),
  Panel: lazyPart(() => import('@/features/crm/people/person/person-panel')),
}

function CurrentRoute({ name }: { name: RouteName }) {
  const location = useLocation()
  const { session, layout, requiredRights, refusedTo, menu, inPalette } = routes[name]
  const { Page, prefetch } = routePages[name]
  if (session === 'optional') return <Page />

  const guard = {
    title: menu?.title ?? inPalette,
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
          <HelpFrame name={name}>
            <StaffLayout sections={sections} counts={counts} Views={Views} people={people}>
              <Page />
            </StaffLayout>
          </HelpFrame>
        </ProtectedRoute>
      </StaffLook>
    )
  }
  const page = (
    <ProtectedRoute {...guard}>
      <StaffTheme>
        {layout === 'none' && requiredRights ? (
          <HelpFrame name={name}>
            <Page />
          </HelpFrame>
        ) : (
          <Page />
        )}
      </StaffTheme>
    </ProtectedRoute>
  )
  return layout === 'public' ? <PublicLayout>{page}</PublicLayout> : page
}
