import { matchPath } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import type { RequiredRights } from './required-rights'
import type { Auth } from './auth-context'
import { permissionNames } from './permissions'
import { staffRoles } from './roles'

interface Route {
  /** Whether it needs a signed-in user, handles sessions, or ignores them. */
  session: 'required' | 'optional' | 'none'
  /** The rights to enter; without them any signed-in user may. */
  requiredRights?: RequiredRights
  /** The redirect for signed-in users without the right; the home page by default. */
  refusedTo?: string
  layout: 'public' | 'staff' | 'none'
  /** Shown while its scripts are missing, where no menu names it. */
  title?: string
  /** With a text it is a card on the dashboards too. */
  menu?: { title: string; text?: string }
  /** Its name in the command palette, for a page without a menu entry. */
  inPalette?: string
}

const staff = { session: 'required', layout: 'staff' } as const

/**
 * Every address that is not a public page, in the order of the menu. Its page is in `app/route-pages.ts`;
 * at build it becomes an HTML file without content, which loads that page's scripts at once.
 */
const table = {
  login: { session: 'optional', layout: 'none' },
  resetPassword: { session: 'optional', layout: 'none' },
  seedDemoUsers: { session: 'none', layout: 'none' },
  staffDashboard: { ...staff, menu: { title: 'Home' } },
  submissions: {
    ...staff,
    requiredRights: ['can_review_submissions'],
    menu: {
      title: 'Form Submissions',
      text: 'Review applications and proposals as they arrive.',
    },
  },
  tasks: {
    ...staff,
    requiredRights: [...staffRoles, ...permissionNames],
    menu: { title: 'Tasks', text: 'What you and your colleagues plan to do.' },
  },
  crm: {
    ...staff,
    requiredRights: [...permissionNames, 'program_manager'],
    refusedTo: paths.login,
    menu: { title: 'CRM', text: 'People, programs, donors, courses and campaigns.' },
  },
  clearances: {
    ...staff,
    requiredRights: ['can_verify_clearances', 'can_manage_programs'],
    menu: {
      title: 'Clearances',
      text: 'See who meets what programs require, and enter evidence.',
    },
  },
  journal: {
    ...staff,
    requiredRights: ['can_view_financials', 'can_manage_donations'],
    menu: {
      title: 'Journal',
      text: 'Compare gifts, returns and fees with the bank, and close a month.',
    },
  },
  demoUsers: {
    ...staff,
    requiredRights: ['admin'],
    menu: {
      title: 'Demo Users',
      text: 'Look through all accounts and change their roles.',
    },
  },
  changeLog: {
    ...staff,
    requiredRights: ['admin'],
    menu: {
      title: 'Change Log',
      text: 'See every change and export, with its time and author.',
    },
  },
  mail: {
    ...staff,
    requiredRights: ['admin'],
    menu: {
      title: 'Mail',
      text: 'Check that email goes out, send a test, and change the settings.',
    },
  },
  retention: {
    ...staff,
    requiredRights: ['admin'],
    menu: {
      title: 'Retention',
      text: 'See how long data is kept, and shorten a period.',
    },
  },
  faults: {
    ...staff,
    requiredRights: ['admin'],
    menu: {
      title: 'Faults',
      text: 'See what failed on the website and in the back office.',
    },
  },
  // Linked from the page of the demo users.
  demoDashboard: { ...staff, requiredRights: staffRoles },
  receipt: { session: 'required', layout: 'none' },
  // Linked from the Donors tab.
  giftDesk: { ...staff, requiredRights: ['can_manage_donations'], inPalette: 'Enter gifts' },
  pledges: { ...staff, requiredRights: ['can_manage_donations'], inPalette: 'Pledges' },
  pledgeLetters: {
    session: 'required',
    requiredRights: ['can_manage_donations'],
    layout: 'none',
    inPalette: 'Pledge reminders',
    refusedTo: paths.staffDashboard,
  },
  thankYouLetters: {
    session: 'required',
    requiredRights: ['can_manage_donations'],
    layout: 'none',
    inPalette: 'Thank-you letters',
  },
  yearEndReceipts: {
    ...staff,
    requiredRights: ['can_manage_donations'],
    inPalette: 'Year-end receipts',
  },
  printedReceipts: {
    session: 'required',
    requiredRights: ['can_manage_donations'],
    layout: 'none',
  },
  receiptWording: { ...staff, requiredRights: ['admin'], inPalette: 'Wording of receipts' },
  handedOver: { session: 'required', requiredRights: ['admin'], layout: 'none' },
  staffAccount: { ...staff, menu: { title: 'Your account' } },
  reportConcern: {
    ...staff,
    requiredRights: [...staffRoles, ...permissionNames],
    menu: { title: 'Report a concern' },
  },
  // Linked from that page, and from emails to leads. The database knows who is one.
  concerns: { ...staff, requiredRights: [...staffRoles, ...permissionNames] },
  account: { session: 'required', layout: 'public', title: 'Your account' },
  // It also opens without network, when no session can be checked.
  mentor: { session: 'optional', layout: 'none', title: 'Mentoring' },
} satisfies Partial<Record<keyof typeof paths, Route>>

export type RouteName = keyof typeof table

/** The screens of staff: in the frame of the back office, and the pages to print. */
export type StaffRoute = {
  [Name in RouteName]: (typeof table)[Name] extends
    | { layout: 'staff' }
    | { layout: 'none'; requiredRights: RequiredRights }
    ? Name
    : never
}[RouteName]

export const routes: Readonly<Record<RouteName, Route>> = table

export const routeNames = Object.keys(table) as RouteName[]

export function matchRoute(pathname: string): RouteName | undefined {
  return routeNames.find((name) => matchPath(paths[name], pathname))
}

/** The menu of the routes that the user may enter. */
export function menuFor({ can }: Pick<Auth, 'can'>) {
  return routeNames.flatMap((name) => {
    const { requiredRights, menu } = routes[name]
    return menu && (!requiredRights || can(...requiredRights))
      ? [{ name, to: paths[name], ...menu }]
      : []
  })
}

/** The routes that the user may enter and only the command palette has. */
export function paletteFor({ can }: Pick<Auth, 'can'>) {
  return routeNames.flatMap((name) => {
    const { requiredRights, inPalette } = routes[name]
    return inPalette && (!requiredRights || can(...requiredRights))
      ? [{ to: paths[name], title: inPalette }]
      : []
  })
}

/** The routes that the dashboards offer as cards. */
export function cardsFor(rights: Pick<Auth, 'can'>) {
  return menuFor(rights).filter(({ text }) => text !== undefined)
}
