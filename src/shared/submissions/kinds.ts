import {
  choiceLabel,
  organizationSizes,
  organizationTypes,
  partnershipTypes,
  programInterests,
  relationships,
} from '@/shared/data/form-choices'
import { registeredPrograms } from '@/shared/data/registered-programs'
import { tributes } from '@/shared/data/tributes'
import { volunteerOpportunities } from '@/shared/data/volunteer-opportunities'
import { formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { destinationInWords } from '@/shared/lib/gift-destination'
import { Constants, type Database, type Enums, type Tables } from '@/shared/supabase/database.types'
import { programLabel } from './program-label'

export type SubmissionKind = Enums<'submission_kind'>
export type SubmissionStatus = Enums<'submission_status'>

export const requiredRights = ['can_review_submissions'] as const

export const loadFailed = { title: 'Error', description: 'Failed to fetch submissions' }

/** The list of people that a conversion adds to */
export type Target = 'mentors' | 'mentees' | 'trainers'

export interface AnsweredField {
  label: string
  value: string | number | null
}

interface Kind<
  Table extends keyof Database['public']['Tables'],
  Column extends keyof Tables<Table>,
> {
  table: Table
  slug: string
  tab: string
  one: string
  many: string
  /** In the order of the keys 1, 2, 3 … */
  statuses: readonly SubmissionStatus[]
  /** The columns to read and export. Others are never selected. */
  columns: readonly Column[]
  /** The submitted answers, in the words of the form */
  fields: (sent: Pick<Tables<Table>, NoInfer<Column>>) => readonly AnsweredField[]
  /** The protected fields by column: read only on request, and logged */
  protectedFields?: Partial<Record<Exclude<keyof Tables<Table>, NoInfer<Column>>, string>>
  /** The programs it can be about */
  programs?: readonly string[]
  targets?: readonly Target[]
}

const defineKind = <
  Table extends keyof Database['public']['Tables'],
  const Column extends keyof Tables<Table>,
>(
  kind: Kind<Table, Column>,
) => kind

const { application_status, proposal_status, message_status, registration_status } =
  Constants.public.Enums

const agreed = (day: string | null): AnsweredField => ({
  label: 'Agreed to',
  value: day && `The terms of ${formatDay(day)}`,
})

const person = ['id', 'first_name', 'last_name', 'email', 'phone'] as const
const stored = ['status', 'created_at'] as const

/** In the order of the tabs. */
export const kinds = {
  volunteer: defineKind({
    table: 'volunteer_applications',
    slug: 'volunteers',
    tab: 'Volunteers',
    one: 'volunteer application',
    many: 'volunteer applications',
    statuses: application_status,
    columns: [...person, 'interests', 'availability', 'experience', 'motivation', ...stored],
    fields: (sent) => [
      {
        label: 'Interests',
        value: sent.interests.map((id) => choiceLabel(volunteerOpportunities, id)).join(', '),
      },
      { label: 'Availability', value: sent.availability },
      { label: 'Experience', value: sent.experience },
      { label: 'Motivation', value: sent.motivation },
    ],
    targets: ['mentors', 'trainers'],
  }),
  partnership: defineKind({
    table: 'partnership_proposals',
    slug: 'partnerships',
    tab: 'Partnerships',
    one: 'partnership proposal',
    many: 'partnership proposals',
    statuses: proposal_status,
    columns: [
      'id',
      'organization_name',
      'contact_name',
      'contact_title',
      'email',
      'phone',
      'website',
      'organization_type',
      'partnership_type',
      'organization_size',
      'description',
      'goals',
      'resources',
      'timeline',
      'budget',
      'previous_partnerships',
      'terms_version',
      ...stored,
    ],
    fields: (sent) => [
      { label: 'Contact', value: `${sent.contact_name}, ${sent.contact_title}` },
      { label: 'Website', value: sent.website },
      { label: 'Organization type', value: choiceLabel(organizationTypes, sent.organization_type) },
      {
        label: 'Organization size',
        value: sent.organization_size && choiceLabel(organizationSizes, sent.organization_size),
      },
      {
        label: 'Partnership interest',
        value: choiceLabel(partnershipTypes, sent.partnership_type),
      },
      { label: 'Description', value: sent.description },
      { label: 'Goals', value: sent.goals },
      { label: 'Resources', value: sent.resources },
      { label: 'Timeline', value: sent.timeline },
      { label: 'Budget', value: sent.budget },
      { label: 'Previous partnerships', value: sent.previous_partnerships },
      agreed(sent.terms_version),
    ],
  }),
  program: defineKind({
    table: 'program_applications',
    slug: 'programs',
    tab: 'Programs',
    one: 'program application',
    many: 'program applications',
    statuses: application_status,
    columns: [
      ...person,
      'relationship',
      'program_interest',
      'goals',
      'previous_experience',
      'terms_version',
      ...stored,
    ],
    fields: (sent) => [
      { label: 'Program of interest', value: choiceLabel(programInterests, sent.program_interest) },
      { label: 'Relationship', value: choiceLabel(relationships, sent.relationship) },
      { label: 'Goals', value: sent.goals },
      { label: 'Previous experience', value: sent.previous_experience },
      agreed(sent.terms_version),
    ],
    protectedFields: {
      child_name: 'Child’s name',
      child_age: 'Child’s age',
      special_needs: 'Special needs',
    },
    programs: programInterests.map(({ id }) => id),
    targets: ['mentees'],
  }),
  message: defineKind({
    table: 'contact_messages',
    slug: 'messages',
    tab: 'Messages',
    one: 'message',
    many: 'messages',
    statuses: message_status,
    columns: ['id', 'name', 'email', 'message', 'status', 'created_at'],
    fields: (sent) => [{ label: 'Message', value: sent.message }],
  }),
  registration: defineKind({
    table: 'program_registrations',
    slug: 'registrations',
    tab: 'Registrations',
    one: 'registration',
    many: 'registrations',
    statuses: registration_status,
    columns: [
      'id',
      'program',
      'first_name',
      'last_name',
      'email',
      'phone',
      'organization',
      'experience',
      'motivation',
      'wants_waitlist',
      'wants_newsletter',
      'terms_version',
      'status',
      'waitlisted_at',
      'offered_until',
      'created_at',
    ],
    fields: (sent) => [
      { label: 'Program', value: programLabel(sent.program) },
      { label: 'Organization', value: sent.organization },
      { label: 'Relevant experience', value: sent.experience },
      { label: 'Hopes for', value: sent.motivation },
      { label: 'Waitlist', value: sent.wants_waitlist ? 'The program was full' : null },
      { label: 'Newsletter', value: sent.wants_newsletter ? 'Yes' : null },
      agreed(sent.terms_version),
    ],
    protectedFields: {
      accessibility: 'Accessibility needs',
      emergency_name: 'Emergency contact',
      emergency_relationship: 'Relationship',
      emergency_phone: 'Emergency phone',
    },
    programs: Object.keys(registeredPrograms),
  }),
  pledge: defineKind({
    table: 'pledges',
    slug: 'pledges',
    tab: 'Pledges',
    one: 'pledge',
    many: 'pledges',
    statuses: message_status,
    columns: [
      'id',
      'name',
      'email',
      'amount',
      'frequency',
      'program',
      'tribute',
      'tribute_name',
      ...stored,
    ],
    fields: (sent) => [
      { label: 'Pledged', value: formatDollars(sent.amount) },
      { label: 'How often', value: sent.frequency === 'once' ? 'Once' : 'Every month' },
      { label: 'Goes to', value: destinationInWords(sent.program) },
      { label: choiceLabel(tributes, sent.tribute ?? 'honor'), value: sent.tribute_name },
    ],
    protectedFields: { notify: 'Whom to tell', tribute_message: 'In these words' },
    programs: Object.keys(registeredPrograms),
  }),
} as const satisfies Record<SubmissionKind, unknown>

type Kinds = typeof kinds

export type Sent<K extends SubmissionKind> = Pick<
  Tables<Kinds[K]['table']>,
  Extract<Kinds[K]['columns'][number], keyof Tables<Kinds[K]['table']>>
>

/** The sent values by table: one of them, and null for the others */
export type SentByTable = { [K in SubmissionKind as Kinds[K]['table']]: Sent<K> | null }

export const kindNames = Object.keys(kinds) as SubmissionKind[]

/** The submitted answers, in the words of the form, without the empty ones. */
export function fieldsOf(submission: SentByTable & { kind: SubmissionKind }): AnsweredField[] {
  const { table, fields } = kinds[submission.kind]
  const sent = submission[table]
  return sent ? fields(sent as never).filter(({ value }) => String(value ?? '').trim() !== '') : []
}

export const protectedFieldsOf = (kind: SubmissionKind): [key: string, label: string][] =>
  Object.entries(kinds[kind].protectedFields ?? {})

/** The programs that submissions of a kind, or of any kind, can be about. */
export const programsOf = (kind?: SubmissionKind): readonly string[] => [
  ...new Set((kind ? [kind] : kindNames).flatMap((one) => kinds[one].programs ?? [])),
]

/** The statuses that all of them can have. */
export function commonStatuses(of: readonly SubmissionKind[]): readonly SubmissionStatus[] {
  return Constants.public.Enums.submission_status.filter((status) =>
    of.every((kind) => kinds[kind].statuses.includes(status)),
  )
}
