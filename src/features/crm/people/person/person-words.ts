import { paths } from '@/shared/config/paths'

/** The table of each area. */
export const recordTables: Readonly<Record<string, string>> = {
  account: 'profiles',
  mentors: 'mentors',
  trainers: 'trainers',
  mentees: 'mentees',
  newsletter: 'newsletter_subscriptions',
  gifts: 'donations',
  submissions: 'submissions',
}

const lists: Readonly<Record<string, string>> = {
  profiles: `${paths.crm}?tab=users`,
  mentors: `${paths.crm}?tab=mentors`,
  trainers: `${paths.crm}?tab=trainers`,
  mentees: `${paths.crm}?tab=mentees`,
  programs: `${paths.crm}?tab=programs`,
  courses: `${paths.crm}?tab=courses`,
  donors: `${paths.crm}?tab=donors&by=donor`,
  donations: `${paths.crm}?tab=donors`,
  email_campaigns: `${paths.crm}?tab=campaigns`,
  submissions: `${paths.submissions}?tab=all`,
  newsletter_subscriptions: `${paths.submissions}?tab=newsletter`,
}

/** The address that opens a row; undefined for a table without a list. */
export function rowAddress(table: string, id: string): string | undefined {
  const list = lists[table]
  return list && `${list}&open=${id}`
}

/** The label of a person without a name: the address, or the end of the phone number. */
export const refLabel = (ref: string, otherwise = 'No name'): string =>
  ref.includes('@') ? ref : ref.startsWith('tel:') ? `Phone …${ref.slice(-4)}` : otherwise
