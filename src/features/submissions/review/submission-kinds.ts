import { volunteerOpportunities } from '@/shared/data/volunteer-opportunities'
import { Constants, type Enums, type Tables } from '@/shared/supabase/database.types'
import {
  choiceLabel,
  organizationSizes,
  organizationTypes,
  partnershipTypes,
  programInterests,
  relationships,
} from '../choices'

export type SubmissionTable =
  'volunteer_applications' | 'partnership_proposals' | 'program_applications'
export type SubmissionStatus = Enums<'proposal_status'>
export type Submission = Tables<SubmissionTable>

/**
 * One tab of the review screen. Members that take a row are methods, so that the kinds fit in one
 * list: a row always comes from its kind's own table.
 */
export interface SubmissionKind<Row extends Submission = Submission> {
  table: SubmissionTable
  /** In the address */
  slug: string
  tab: string
  /** As in "The volunteer application status has been updated successfully" */
  label: string
  empty: string
  statuses: readonly SubmissionStatus[]
  title(row: Row): string
  subtitle?(row: Row): string
  details(row: Row): readonly Detail[]
}

export interface Detail {
  label: string
  value: string | number | null
  /** About a child, or somebody's health: marked on the card. */
  sensitive?: true
}

const applicationStatuses = Constants.public.Enums.application_status
const proposalStatuses = Constants.public.Enums.proposal_status

function fullName(row: { first_name: string | null; last_name: string | null }): string {
  return `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() || 'No name given'
}

const volunteers: SubmissionKind<Tables<'volunteer_applications'>> = {
  table: 'volunteer_applications',
  slug: 'volunteers',
  tab: 'Volunteers',
  label: 'volunteer application',
  empty: 'No volunteer applications yet',
  statuses: applicationStatuses,
  title: fullName,
  details: (row) => [
    {
      label: 'Interests',
      value: row.interests.map((id) => choiceLabel(volunteerOpportunities, id)).join(', '),
    },
    { label: 'Availability', value: row.availability },
    { label: 'Experience', value: row.experience },
    { label: 'Motivation', value: row.motivation },
  ],
}

const partnerships: SubmissionKind<Tables<'partnership_proposals'>> = {
  table: 'partnership_proposals',
  slug: 'partnerships',
  tab: 'Partnerships',
  label: 'partnership proposal',
  empty: 'No partnership proposals yet',
  statuses: proposalStatuses,
  title: (row) => row.organization_name,
  subtitle: (row) => `${row.contact_name}, ${row.contact_title}`,
  details: (row) => [
    { label: 'Website', value: row.website },
    { label: 'Organization type', value: choiceLabel(organizationTypes, row.organization_type) },
    {
      label: 'Organization size',
      value: row.organization_size && choiceLabel(organizationSizes, row.organization_size),
    },
    { label: 'Partnership interest', value: choiceLabel(partnershipTypes, row.partnership_type) },
    { label: 'Description', value: row.description },
    { label: 'Goals', value: row.goals },
    { label: 'Resources', value: row.resources },
    { label: 'Timeline', value: row.timeline },
    { label: 'Budget', value: row.budget },
    { label: 'Previous partnerships', value: row.previous_partnerships },
  ],
}

const programs: SubmissionKind<Tables<'program_applications'>> = {
  table: 'program_applications',
  slug: 'programs',
  tab: 'Programs',
  label: 'program application',
  empty: 'No program applications yet',
  statuses: applicationStatuses,
  title: fullName,
  details: (row) => [
    { label: 'Program of interest', value: choiceLabel(programInterests, row.program_interest) },
    { label: 'Relationship', value: choiceLabel(relationships, row.relationship) },
    { label: "Child's name", value: row.child_name, sensitive: true },
    { label: "Child's age", value: row.child_age, sensitive: true },
    { label: 'Goals', value: row.goals },
    { label: 'Previous experience', value: row.previous_experience },
    { label: 'Special needs', value: row.special_needs, sensitive: true },
  ],
}

export const submissionKinds: readonly [SubmissionKind, ...SubmissionKind[]] = [
  volunteers,
  partnerships,
  programs,
]
