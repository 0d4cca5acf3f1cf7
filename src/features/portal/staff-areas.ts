import type { Auth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'

interface StaffArea {
  to: string
  title: string
  text: string
  /** Whom the area's guard lets in; to others no way there is shown. */
  admits: (auth: Auth) => boolean
}

/** What lies behind the staff dashboard: its links, and the menu of every staff screen. */
const staffAreas: readonly StaffArea[] = [
  {
    to: paths.submissions,
    title: 'Form Submissions',
    text: 'Review applications and proposals as they arrive.',
    admits: ({ isAdmin }) => isAdmin,
  },
  {
    to: paths.crm,
    title: 'CRM',
    text: 'People, programs, donors, courses and campaigns.',
    admits: ({ isAdmin, permissions }) => isAdmin || permissions.size > 0,
  },
  {
    to: paths.demoUsers,
    title: 'Demo Users',
    text: 'Look through all accounts and change their roles.',
    admits: ({ isAdmin }) => isAdmin,
  },
]

export function staffAreasOf(auth: Auth): readonly StaffArea[] {
  return staffAreas.filter(({ admits }) => admits(auth))
}
