import type { ComponentType } from 'react'
import type { Auth } from '@/shared/auth/auth-context'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { resources } from './resources/resources'

const DashboardTab = lazyComponent(
  async () => (await import('./dashboard/dashboard-tab')).DashboardTab,
)
const UsersTab = lazyComponent(async () => (await import('./users/users-tab')).UsersTab)
const ProgramsTab = lazyComponent(async () => (await import('./programs/programs-tab')).ProgramsTab)
const ResourceScreen = lazyComponent(
  async () => (await import('@/shared/resource/resource-screen')).ResourceScreen,
)

type Rights = Pick<Auth, 'isAdmin' | 'role' | 'permissions' | 'can'>

interface CrmTab {
  /** In the address */
  slug: string
  label: string
  mayOpen: (rights: Rights) => boolean
  Content: ComponentType
}

export const dashboardTab: CrmTab = {
  slug: 'dashboard',
  label: 'Dashboard',
  mayOpen: () => true,
  Content: DashboardTab,
}

const crmTabs: readonly CrmTab[] = [
  dashboardTab,
  {
    slug: 'users',
    label: 'All Users',
    mayOpen: ({ can }) => can('can_view_all_users'),
    Content: UsersTab,
  },
  {
    slug: 'programs',
    label: 'Programs',
    // The role alone opens no door to the CRM, but who came in by another permission may add programs.
    mayOpen: ({ can, role }) => can('can_manage_programs') || role === 'program_manager',
    Content: ProgramsTab,
  },
  ...resources.map((resource) => ({
    slug: resource.slug,
    label: resource.tab,
    mayOpen: ({ can }: Rights) => can(resource.permission),
    Content: () => <ResourceScreen resource={resource} />,
  })),
]

/** The tabs that somebody may open; none for those who may not enter. */
export function tabsFor(rights: Rights): readonly CrmTab[] {
  if (!rights.isAdmin && rights.permissions.size === 0) return []
  return crmTabs.filter(({ mayOpen }) => mayOpen(rights))
}
