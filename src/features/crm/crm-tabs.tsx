import type { ComponentType } from 'react'
import type { Access } from '@/shared/auth/access'
import type { Auth } from '@/shared/auth/auth-context'
import { ResourceList } from '@/shared/resource/resource-list'
import { DashboardTab } from './dashboard/dashboard-tab'
import { resources } from './resources/resources'

interface CrmTab {
  /** In the address */
  slug: string
  label: string
  /** Without it for everybody who may enter the CRM. */
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

/** The tabs that somebody may open. */
export function tabsFor({ can }: Pick<Auth, 'can'>): readonly CrmTab[] {
  return crmTabs.filter(({ access }) => !access || can(...access))
}
