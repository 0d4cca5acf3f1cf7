import type { ComponentType } from 'react'
import type { Auth } from '@/shared/auth/auth-context'
import { ResourceList } from '@/shared/resource/resource-list'
import { crmSections } from './areas'
import { DashboardTab } from './dashboard/dashboard-tab'
import { resources } from './resources/resources'

const contents: Readonly<Record<string, ComponentType>> = {
  dashboard: DashboardTab,
  ...Object.fromEntries(
    resources.map((resource) => [resource.slug, () => <ResourceList resource={resource} />]),
  ),
}

/** The tabs that somebody may open; the first is for everybody who may enter the CRM. */
export function tabsFor({ can }: Pick<Auth, 'can'>) {
  return crmSections.filter(({ access }) => !access || can(...access))
}

/** What a tab shows. */
export function CrmTab({ slug }: { slug: string }) {
  const Content = contents[slug] ?? DashboardTab
  return <Content />
}
