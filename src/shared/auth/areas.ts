import BookOpen from 'lucide-react/icons/book-open'
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import HandCoins from 'lucide-react/icons/hand-coins'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import Layers from 'lucide-react/icons/layers'
import Mail from 'lucide-react/icons/mail'
import Presentation from 'lucide-react/icons/presentation'
import Users from 'lucide-react/icons/users'
import type { LucideIcon } from 'lucide-react'
import type { RequiredRights } from './required-rights'

interface Area {
  /** In the address, `?tab=mentors` */
  slug: string
  tab: string
  requiredRights: RequiredRights
  /** `add` is absent where users add nothing. */
  label: { one: string; many: string; add?: string }
}

/** The lists of the CRM, for its menu, before any of them has loaded. */
export const areas = {
  users: {
    slug: 'users',
    tab: 'All Users',
    requiredRights: ['can_view_all_users', 'can_edit_user_roles'],
    label: { one: 'user', many: 'users' },
  },
  programs: {
    slug: 'programs',
    tab: 'Programs',
    // Without the permission the role only sees and adds programs.
    requiredRights: ['can_manage_programs', 'program_manager'],
    label: { one: 'program', many: 'programs', add: 'Add Program' },
  },
  mentors: {
    slug: 'mentors',
    tab: 'Mentors',
    requiredRights: ['can_manage_mentors'],
    label: { one: 'mentor', many: 'mentors', add: 'Add Mentor' },
  },
  mentees: {
    slug: 'mentees',
    tab: 'Mentees',
    requiredRights: ['can_manage_mentees'],
    label: { one: 'mentee', many: 'mentees', add: 'Add Mentee' },
  },
  trainers: {
    slug: 'trainers',
    tab: 'Trainers',
    requiredRights: ['can_manage_trainers'],
    label: { one: 'trainer', many: 'trainers', add: 'Add Trainer' },
  },
  donors: {
    slug: 'donors',
    tab: 'Donors',
    requiredRights: ['can_manage_donations'],
    label: { one: 'donation', many: 'donations' },
  },
  courses: {
    slug: 'courses',
    tab: 'Courses',
    requiredRights: ['can_manage_courses'],
    label: { one: 'course', many: 'courses', add: 'Add Course' },
  },
  campaigns: {
    slug: 'campaigns',
    tab: 'Campaigns',
    requiredRights: ['can_send_emails'],
    label: { one: 'campaign', many: 'campaigns', add: 'Create Campaign' },
  },
} as const satisfies Record<string, Area>

export const createUser = {
  label: 'Create New User',
  requiredRights: ['can_edit_user_roles'],
} as const

const icons: Record<keyof typeof areas, LucideIcon> = {
  users: Users,
  programs: Layers,
  mentors: HeartHandshake,
  mentees: GraduationCap,
  trainers: Presentation,
  donors: HandCoins,
  courses: BookOpen,
  campaigns: Mail,
}

const listed: readonly Area[] = Object.values(areas)

/** A part of a route with its own menu entry; on that route, the tab that opens it. */
export interface Section {
  /** In the address, `?tab=mentors` */
  slug: string
  label: string
  Icon: LucideIcon
  /** Absent where everyone who may enter the route sees it. */
  requiredRights?: RequiredRights
  /** The label of the add action, for example "Add Mentor". */
  add?: { label: string; requiredRights: RequiredRights }
}

/**
 * The entries of the menu, in the order of the tabs; everyone who may enter the CRM sees the
 * dashboard.
 */
export const crmSections: readonly Section[] = [
  { slug: 'dashboard', label: 'Dashboard', Icon: ChartNoAxesColumn },
  ...listed.map(({ slug, tab, requiredRights, label }) => ({
    slug,
    label: tab,
    requiredRights,
    Icon: icons[slug as keyof typeof areas],
    ...(label.add && { add: { label: label.add, requiredRights } }),
    ...(slug === 'users' && { add: createUser }),
  })),
]
