import type { ComponentType } from 'react'
import type { Access } from '@/shared/auth/access'
import type { Auth } from '@/shared/auth/auth-context'
import { ResourceScreen } from '@/shared/resource/resource-screen'
import { DashboardTab } from './dashboard/dashboard-tab'
import { ProgramsTab } from './programs/programs-tab'
import { resources } from './resources/resources'
import { UsersTab } from './users/users-tab'

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
  {
    slug: 'users',
    label: 'All Users',
    access: ['can_view_all_users', 'can_edit_user_roles'],
    Content: UsersTab,
  },
  {
    slug: 'programs',
    label: 'Programs',
    access: ['can_manage_programs', 'program_manager'],
    Content: ProgramsTab,
  },
  ...resources.map((resource) => ({
    slug: resource.slug,
    label: resource.tab,
    access: [resource.permission],
    Content: () => <ResourceScreen resource={resource} />,
  })),
]

/** The tabs that somebody may open. */
export function tabsFor({ can }: Pick<Auth, 'can'>): readonly CrmTab[] {
  return crmTabs.filter(({ access }) => !access || can(...access))
}
