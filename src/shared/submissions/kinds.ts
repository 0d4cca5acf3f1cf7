import { Constants, type Enums } from '@/shared/supabase/database.types'

export type SubmissionKind = Enums<'submission_kind'>
export type SubmissionStatus = Enums<'submission_status'>

const { application_status, proposal_status, message_status, registration_status } =
  Constants.public.Enums

interface Kind {
  table:
    | 'volunteer_applications'
    | 'partnership_proposals'
    | 'program_applications'
    | 'contact_messages'
    | 'program_registrations'
    | 'pledges'
  slug: string
  tab: string
  one: string
  many: string
  /** In the order of the keys 1, 2, 3 … */
  statuses: readonly SubmissionStatus[]
}

/** In the order of the tabs. */
export const kinds: Readonly<Record<SubmissionKind, Kind>> = {
  volunteer: {
    table: 'volunteer_applications',
    slug: 'volunteers',
    tab: 'Volunteers',
    one: 'volunteer application',
    many: 'volunteer applications',
    statuses: application_status,
  },
  partnership: {
    table: 'partnership_proposals',
    slug: 'partnerships',
    tab: 'Partnerships',
    one: 'partnership proposal',
    many: 'partnership proposals',
    statuses: proposal_status,
  },
  program: {
    table: 'program_applications',
    slug: 'programs',
    tab: 'Programs',
    one: 'program application',
    many: 'program applications',
    statuses: application_status,
  },
  message: {
    table: 'contact_messages',
    slug: 'messages',
    tab: 'Messages',
    one: 'message',
    many: 'messages',
    statuses: message_status,
  },
  registration: {
    table: 'program_registrations',
    slug: 'registrations',
    tab: 'Registrations',
    one: 'registration',
    many: 'registrations',
    statuses: registration_status,
  },
  pledge: {
    table: 'pledges',
    slug: 'pledges',
    tab: 'Pledges',
    one: 'pledge',
    many: 'pledges',
    statuses: message_status,
  },
}

/** What all of them can be set to. */
export function commonStatuses(of: readonly SubmissionKind[]): readonly SubmissionStatus[] {
  return Constants.public.Enums.submission_status.filter((status) =>
    of.every((kind) => kinds[kind].statuses.includes(status)),
  )
}
