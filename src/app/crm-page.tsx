import type { QueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { areas } from '@/shared/auth/areas'
import { useAuth } from '@/shared/auth/auth-context'
import { WhoOpens } from '@/shared/auth/who-opens'
import { readOpen } from '@/engine/list/use-open-row'
import { RecordPanel } from '@/engine/resource-list'
import { readListState, type ListLocation } from '@/engine/core/list-state'
import { countQuery, pageQuery } from '@/engine/core/resource-queries'
import { columnsQuery } from '@/engine/list/use-columns'
import { VIEW_PARAM } from '@/engine/views/view-queries'
import { Alert } from '@/shared/ui/alert'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Spinner } from '@/shared/ui/spinner'
import { PageHeader } from '@/shared/account-ui/page-header'
import { CrmTab, listAt, tabsFor } from './crm-tabs'
import { dashboardStatsQuery } from '@/features/crm/dashboard/dashboard-queries'
import { crmLists } from './crm-lists'

const CoursePage = lazyPart(
  () => import('@/features/crm/courses/course-page'),
  () => <Spinner label="Loading the course..." className="my-16" />,
)

const ProgramPage = lazyPart(
  () => import('@/features/crm/programs/page/program-page'),
  () => <Spinner label="Loading the program..." className="my-16" />,
)

/**
 * The open tab is in the address, `?tab=users`, together with the tab’s own state. The tabs
 * are in the menu of the back office.
 */
export function CrmPage() {
  const [searchParams] = useSearchParams()
  const tabs = tabsFor(useAuth())

  const requested = searchParams.get('tab')
  /** The id of the course whose page replaces the list. */
  const course = searchParams.get('course')
  /** The same of a program */
  const program = searchParams.get('program')
  const { slug = 'dashboard', label } = tabs.find((tab) => tab.slug === requested) ?? tabs[0] ?? {}
  const refused = Object.values(areas).find((area) => area.slug === requested)
  return (
    <>
      <PageHeader
        title="CRM Dashboard"
        part={slug === 'dashboard' ? undefined : label}
        text="Manage relationships, campaigns and analytics in one place."
        isTight
      />
      {requested && requested !== slug && (
        <Alert tone="warning" role="status" className="mb-4" title="You can’t open this list.">
          {refused ? <WhoOpens requiredRights={refused.requiredRights} /> : 'It does not exist.'}{' '}
          Here is the dashboard.
        </Alert>
      )}
      <div role="tabpanel" aria-label={label}>
        {slug === 'courses' && course ? (
          <CoursePage key={course} id={course} />
        ) : slug === 'programs' && program ? (
          <ProgramPage key={program} id={program} />
        ) : (
          <CrmTab slug={listAt(slug, searchParams) ?? slug} />
        )}
      </div>
    </>
  )
}

/** Starts the queries of the list that the address opens, or of the dashboard. */
export function prefetchCrm(queryClient: QueryClient, location: ListLocation): void {
  const params = new URLSearchParams(location.search)
  if (params.has('course')) void CoursePage.load().catch(() => {})
  if (params.has('program')) void ProgramPage.load().catch(() => {})
  if (readOpen(params)) void RecordPanel.load().catch(() => {})
  const tab = listAt(params.get('tab'), params)
  const resource = crmLists.find(({ slug }) => slug === tab)
  if (!resource) return void queryClient.prefetchQuery(dashboardStatsQuery)
  // The rows wait for them.
  void queryClient.prefetchQuery(columnsQuery)
  // A view is read before its rows.
  if (params.has(VIEW_PARAM)) return
  const list = readListState(resource, location)
  void queryClient.prefetchQuery(pageQuery(resource, list))
  void queryClient.prefetchQuery(countQuery(resource, list))
}
