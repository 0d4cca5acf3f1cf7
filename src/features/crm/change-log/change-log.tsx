import { formatDateTime } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { Changes } from '@/engine/record/changes'
import { defineResource } from '@/engine/core/define-resource'
import { kinds as submissionKinds } from '@/shared/submissions/kinds'
import { Constants, type Tables } from '@/shared/supabase/database.types'

const forms = Object.values(submissionKinds)

const labels: Readonly<Record<string, string>> = {
  user_roles: 'Role',
  user_permissions: 'Permission',
  invitations: 'Invitation',
  second_factor: 'Second factor',
  safeguarding_leads: 'Safeguarding lead',
  staff_accounts: 'Accounts with rights',
  covers: 'Absence',
  leavings: 'Leaving the team',
  profiles: 'Account',
  ...Object.fromEntries(forms.map(({ table, one }) => [table, optionLabel(one)])),
  program_seats: 'Seats of a program',
  submissions: 'Submission',
  submission_notes: 'Note',
  conversions: 'Conversion',
  newsletter_subscriptions: 'Newsletter subscription',
  mentors: 'Mentor',
  mentees: 'Mentee',
  trainers: 'Trainer',
  donations: 'Donation',
  programs: 'Program',
  program_mentees: 'Mentee of a program',
  program_mentors: 'Mentor of a program',
  program_trainers: 'Trainer of a program',
  program_requirements: 'Requirement of a program',
  clearances: 'Clearance',
  courses: 'Course',
  enrolments: 'Enrollment',
  assessments: 'Assessment',
  student_grades: 'Grade',
  email_campaigns: 'Campaign',
  change_log: 'Change log',
  mail_settings: 'Mail settings',
  retention_rules: 'Retention rule',
  suppressions: 'Blocked address',
  outbox: 'Mail',
  persons: 'Everything about a person',
  erasures: 'Request to erase',
  consent_texts: 'Text of a consent',
  tasks: 'Task',
  holidays: 'Holiday',
  answer_templates: 'Template',
  donors: 'Donor',
  funds: 'Fund',
  fund_spendings: 'Spending of a fund',
  gift_batches: 'Batch of gifts',
  gift_pledges: 'Donor pledge',
  gift_returns: 'Gift return',
  mentor_accounts: 'Account of a mentor',
}

/** Tables of people and of what they sent. */
const personTables = new Set<string>([
  ...forms.map(({ table }) => table),
  'mentors',
  'mentees',
  'trainers',
  'newsletter_subscriptions',
  'donations',
  'donors',
  'submissions',
  'submission_notes',
  'conversions',
  'clearances',
])

const kindOf = (table: string) => labels[table] ?? optionLabel(table)

/** The text for a removed record, whose entries keep neither name nor values. */
const ofRemoved = ({ action, record_kind }: Pick<Tables<'change_log'>, 'action' | 'record_kind'>) =>
  action === 'removed'
    ? `A ${kindOf(record_kind).toLowerCase()} was removed.`
    : 'Removed since then. Its details are not kept.'

export const changeLog = defineResource({
  table: 'change_log',
  slug: 'change-log',
  tab: 'Entries',
  requiredRights: ['admin'],
  label: { one: 'entry', many: 'entries', loading: 'Loading the change log...' },
  toasts: { loadFailed: { title: 'Failed to load the change log' } },
  title: ({ record_kind, record_name }) => record_name ?? kindOf(record_kind),
  select: ['actor_name', 'action', 'record_kind', 'record_name', 'changes'],
  columns: [
    {
      key: 'created_at',
      header: 'When',
      sortable: true,
      cell: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
    },
    {
      key: 'actor_name',
      header: 'Who',
      mobilePriority: true,
      cell: ({ actor_name }) => actor_name ?? 'The system',
    },
    {
      key: 'action',
      header: 'Action',
      mobilePriority: true,
      cell: ({ action }) => optionLabel(action),
    },
    {
      key: 'record_name',
      header: 'Record',
      cell: ({ record_kind, record_name }) => (
        <span title={record_name ?? undefined}>
          <span className="text-ink-soft">{kindOf(record_kind)}</span>
          {record_name && <bdi> {record_name}</bdi>}
        </span>
      ),
    },
    {
      key: 'changes',
      header: 'What',
      cell: (entry) => {
        if (entry.changes) return <Changes {...entry} />
        return entry.record_name === null && personTables.has(entry.record_kind)
          ? ofRemoved(entry)
          : null
      },
    },
  ],
  filters: { action: Constants.public.Enums.log_action, record_kind: Object.keys(labels) },
  filterLabel: kindOf,
  days: true,
  filledBy: 'Each change, opening and export appears here.',
  defaultSort: '-created_at',
})
