import { kindOf, sizeInWords } from '@/engine/files/file-words'
import { choiceLabel, programInterests, relationships } from '@/shared/data/form-choices'
import { formatDateTime, formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { optionLabel } from '@/shared/lib/option-label'
import type { HandedOver } from './archive'

export interface Section {
  heading: string
  /** The fields of each row: its label and its value. */
  rows: (readonly [label: string, value: string])[][]
}

/** The hand-over in words for its recipient. */
export const sectionsOf = ({ parts }: HandedOver): Section[] =>
  parts
    .map(({ label, table, rows }) => ({
      heading: headings[nameOf(table)] ?? label,
      rows: rows.map(fieldsOf).filter((fields) => fields.length > 0),
    }))
    .filter(({ rows }) => rows.length > 0)

const nameOf = (table: string) => table.replace(/^\w+\./, '')

/** By table, where the registry's label is for staff. */
const headings: Readonly<Record<string, string>> = {
  person_notes: 'Our notes and calls',
  tasks: 'Our tasks',
  guardians: 'Parents and guardians',
  consents: 'Consents for a child',
  consent_requests: 'Consents that we asked for',
  files: 'Files about you',
  members: 'Households and organizations',
  contact_points: 'Addresses and phones',
  outbox: 'Emails from us',
  unqueued_recipients: 'Emails that wait to be sent',
  recent_submissions: 'Internet addresses that sent our forms',
  submission_notes: 'Messages and notes',
  submission_answers: 'Our answers',
  conversions: 'Applications that led to a place',
  contact_messages: 'Messages to us',
  submissions: 'How we handled it',
  enrolments: 'Courses',
  program_mentees: 'Programs',
  program_mentors: 'Programs as a mentor',
  program_trainers: 'Programs as a trainer',
  clearances: 'Checks as a mentor or trainer',
  clearance_exemptions: 'Exemptions from requirements',
  clearance_notices: 'Reminders of an end',
  merges: 'Earlier records of the same person',
  mentors: 'Mentor',
  trainers: 'Trainer',
  mentees: 'Mentee',
  payment_cards: 'Payment card',
  donors: 'All gifts in total',
  donations: 'Gifts',
  suppressions: 'Addresses that get no email from us',
  visits: 'Last visits',
  role_offers: 'Role that we offered',
  covers: 'Absences and covers',
  leavings: 'Leaving our staff',
  invitations: 'Invitations to our staff',
  begun_accounts: 'Account that we started',
  recovery_attempts: 'Wrong recovery codes',
  sessions: 'Sign-ins',
  audit_log_entries: 'Log of the account',
  change_log: 'What was done with this data',
  student_grades: 'Grades',
  persons: 'All of this data',
  profiles: 'Account',
}

function fieldsOf(row: Record<string, unknown>): Section['rows'][number] {
  return Object.entries(row)
    .filter(([key, value]) => !isId(value) && !ofTheMachine.has(key))
    .map(([key, value]) => [labelOf(key), textOf(key, value)] as const)
    .filter(([, text]) => text !== '')
}

const ofTheMachine = new Set(['search_text', 'telephones', 'frequency_ends_at', 'terms_version'])

/** Ids mean nothing to a reader. The JSON has them. */
const isId = (value: unknown) =>
  typeof value === 'string' && /^[\da-f]{8}-[\da-f-]{27}$/.test(value)

const labels: Readonly<Record<string, string>> = {
  created_at: 'Date',
  asked_at: 'Date',
  due_at: 'Answer promised by',
  answered_at: 'First answer',
  lifetime: 'Total',
  gift_count: 'Number of gifts',
  last_gift_at: 'Last gift',
  record_kind: 'In',
  action: 'What was done',
  adult: 'Parent or guardian',
  others: 'Other members',
  no_contact: 'Must not be contacted',
  changes: 'Change',
  data: 'Content',
  ip: 'Internet address',
  ip_address: 'Internet address',
  user_agent: 'Browser',
  raw_user_meta_data: 'Details',
  merged_row: 'Record',
  replaced: 'Change',
  state: 'Status',
  is_from_applicant: 'From the sender',
  is_posted: 'Counted',
  removed_at: 'Removed',
  refusal: 'Why not accepted',
  road: 'How it came',
}

const labelOf = (key: string) =>
  labels[key] ?? optionLabel(key.replace(/^is_/, '').replace(/_(at|on)$/, ''))

const amounts = new Set(['amount', 'refunded', 'lifetime'])

/** Columns with options, such as `in_progress` */
const options = new Set([
  'status',
  'state',
  'kind',
  'action',
  'frequency',
  'donation_type',
  'method',
  'reason',
  'role',
  'relation',
  'road',
  'answer',
  'kinds',
  'identity',
  'availability',
  'form',
])

function textOf(key: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (key === 'changes' || key === 'replaced') return changesOf(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number' && key === 'size') return sizeInWords(value)
  if (typeof value === 'number')
    return amounts.has(key) ? formatDollars(value) : value.toLocaleString('en-US')
  if (Array.isArray(value)) return value.map((one) => textOf(key, one)).join(', ')
  if (typeof value === 'object')
    return fieldsOf(value as Record<string, unknown>)
      .map(([label, text]) => `${label}: ${text}`)
      .join('\n')
  return typeof value === 'string' ? wordsOf(key, value) : ''
}

function wordsOf(key: string, value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value)
  if (/^\d{4}-\d\d-\d\dT[\d:.+-]+Z?$/.test(value)) return formatDateTime(value)
  if (key === 'type' && value.includes('/')) return kindOf(value).label
  if (key === 'program_interest') return choiceLabel(programInterests, value)
  if (key === 'relationship') return choiceLabel(relationships, value)
  if (key === 'record_kind' || (key === 'kind' && headings[value]))
    return headings[value] ?? optionLabel(value)
  return options.has(key) ? optionLabel(value) : value
}

/** The values before and after; for a field that stays closed, only that it changed. */
const changesOf = (value: unknown) =>
  Object.entries(value as Record<string, unknown>)
    .map(([key, sides]) => {
      const label = labelOf(key)
      if (!Array.isArray(sides))
        return sides === null ? `${label}: changed` : `${label}: ${textOf(key, sides)}`
      const [before, after] = sides.map((side) => textOf(key, side) || 'nothing')
      return `${label}: ${before} → ${after}`
    })
    .join('\n')
