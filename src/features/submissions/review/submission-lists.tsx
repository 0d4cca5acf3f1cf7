import { volunteerOpportunities } from '@/shared/data/volunteer-opportunities'
import { formatDay } from '@/shared/lib/format-date'
import { fullName } from '@/shared/lib/full-name'
import { defineResource } from '@/shared/resource/define-resource'
import { Constants } from '@/shared/supabase/database.types'
import {
  choiceLabel,
  organizationSizes,
  organizationTypes,
  partnershipTypes,
  programInterests,
  relationships,
} from '../choices'
import { SubmissionCards } from './submission-cards'

const { application_status: applicationStatuses, proposal_status: proposalStatuses } =
  Constants.public.Enums

const common = {
  access: ['admin'],
  toasts: { loadFailed: { title: 'Error', description: 'Failed to fetch submissions' } },
  columns: [],
  defaultSort: '-created_at',
} as const
const termsOf = ({ terms_version: day }: { terms_version: string | null }) =>
  day && `The terms of ${formatDay(day)}`
const loading = 'Loading submissions...'

const volunteers = defineResource({
  ...common,
  table: 'volunteer_applications',
  slug: 'volunteers',
  tab: 'Volunteers',
  label: { one: 'volunteer application', many: 'volunteer applications', loading },
  title: fullName,
  select: [
    'first_name',
    'last_name',
    'email',
    'phone',
    'interests',
    'availability',
    'experience',
    'motivation',
    'status',
  ],
  filters: { status: applicationStatuses },
  slots: {
    rows: ({ rows }) => (
      <SubmissionCards
        resource={volunteers}
        rows={rows}
        statuses={applicationStatuses}
        details={(row) => [
          {
            label: 'Interests',
            value: row.interests.map((id) => choiceLabel(volunteerOpportunities, id)).join(', '),
          },
          { label: 'Availability', value: row.availability },
          { label: 'Experience', value: row.experience },
          { label: 'Motivation', value: row.motivation },
        ]}
      />
    ),
  },
})

const partnerships = defineResource({
  ...common,
  table: 'partnership_proposals',
  slug: 'partnerships',
  tab: 'Partnerships',
  label: { one: 'partnership proposal', many: 'partnership proposals', loading },
  title: (row) => row.organization_name,
  select: [
    'organization_name',
    'contact_name',
    'contact_title',
    'email',
    'phone',
    'website',
    'organization_type',
    'organization_size',
    'partnership_type',
    'description',
    'goals',
    'resources',
    'timeline',
    'budget',
    'previous_partnerships',
    'terms_version',
    'status',
  ],
  filters: { status: proposalStatuses },
  slots: {
    rows: ({ rows }) => (
      <SubmissionCards
        resource={partnerships}
        rows={rows}
        statuses={proposalStatuses}
        subtitle={(row) => `${row.contact_name}, ${row.contact_title}`}
        details={(row) => [
          { label: 'Website', value: row.website },
          {
            label: 'Organization type',
            value: choiceLabel(organizationTypes, row.organization_type),
          },
          {
            label: 'Organization size',
            value: row.organization_size && choiceLabel(organizationSizes, row.organization_size),
          },
          {
            label: 'Partnership interest',
            value: choiceLabel(partnershipTypes, row.partnership_type),
          },
          { label: 'Description', value: row.description },
          { label: 'Goals', value: row.goals },
          { label: 'Resources', value: row.resources },
          { label: 'Timeline', value: row.timeline },
          { label: 'Budget', value: row.budget },
          { label: 'Previous partnerships', value: row.previous_partnerships },
          { label: 'Agreed to', value: termsOf(row) },
        ]}
      />
    ),
  },
})

const programs = defineResource({
  ...common,
  table: 'program_applications',
  slug: 'programs',
  tab: 'Programs',
  label: { one: 'program application', many: 'program applications', loading },
  title: fullName,
  select: [
    'first_name',
    'last_name',
    'email',
    'phone',
    'program_interest',
    'relationship',
    'child_name',
    'child_age',
    'goals',
    'previous_experience',
    'special_needs',
    'terms_version',
    'status',
  ],
  filters: { status: applicationStatuses },
  slots: {
    rows: ({ rows }) => (
      <SubmissionCards
        resource={programs}
        rows={rows}
        statuses={applicationStatuses}
        details={(row) => [
          {
            label: 'Program of interest',
            value: choiceLabel(programInterests, row.program_interest),
          },
          { label: 'Relationship', value: choiceLabel(relationships, row.relationship) },
          { label: "Child's name", value: row.child_name, sensitive: true },
          { label: "Child's age", value: row.child_age, sensitive: true },
          { label: 'Goals', value: row.goals },
          { label: 'Previous experience', value: row.previous_experience },
          { label: 'Special needs', value: row.special_needs, sensitive: true },
          { label: 'Agreed to', value: termsOf(row) },
        ]}
      />
    ),
  },
})

/** In the order of the tabs. */
export const submissionLists = [volunteers, partnerships, programs] as const
