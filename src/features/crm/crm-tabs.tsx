import type { ComponentType } from 'react'
import { holdsOneOf, type Access, type Rights } from '@/shared/auth/access'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { resources } from './resources/resources'

const DashboardTab = lazyComponent(
  async () => (await import('./dashboard/dashboard-tab')).DashboardTab,
)
const ResourceList = lazyComponent(
  async () => (await import('@/shared/resource/resource-list')).ResourceList,
)

interface CrmTab {
  /** In the address */
  slug: string
  label: string
  /** Whoever may enter the CRM where absent */
  access?: Access
  Content: ComponentType
}

export const dashboardTab: CrmTab = {
  slug: 'dashboard',
  label: 'Dashboard',
  Content: DashboardTab,
}

const crmTabs: readonly CrmTab[] = [
  dashboardTab,
  ...resources.map((resource) => ({
    slug: resource.slug,
    label: resource.tab,
    access: resource.access,
    Content: () => <ResourceList resource={resource} />,
  })),
]

/** The tabs that somebody may open; none for those who may not enter. */
export function tabsFor(rights: Rights): readonly CrmTab[] {
  const mayEnter = rights.permissions.size > 0 || holdsOneOf(rights, ['program_manager'])
  return mayEnter ? crmTabs.filter(({ access }) => !access || holdsOneOf(rights, access)) : []
}
