import type { Auth } from '@/shared/auth/auth-context'
import { ResourceList } from '@/engine/resource-list'
import { crmSections } from '@/shared/auth/areas'
import { donors } from '@/features/crm/giving/donors/donors'
import { DashboardTab } from '@/features/crm/dashboard/dashboard-tab'
import { crmLists } from './crm-lists'

/** The tabs that the user may open. The first is open to everyone who may enter the CRM. */
export function tabsFor({ can }: Pick<Auth, 'can'>) {
  return crmSections.filter(({ requiredRights }) => !requiredRights || can(...requiredRights))
}

/** Which list an address opens: the tab of the donors has one of gifts and one of donors. */
export function listAt(tab: string | null, params: URLSearchParams): string | null {
  return tab === 'donors' && params.get('by') === 'donor' ? donors.slug : tab
}

export function CrmTab({ slug }: { slug: string }) {
  const resource = crmLists.find((list) => list.slug === slug)
  return resource ? <ResourceList resource={resource} /> : <DashboardTab />
}
