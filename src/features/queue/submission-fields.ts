import { volunteerOpportunities } from '@/shared/data/volunteer-opportunities'
import { formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import {
  choiceLabel,
  organizationSizes,
  organizationTypes,
  partnershipTypes,
  programInterests,
  relationships,
} from '@/shared/data/form-choices'
import { programLabel } from '@/shared/submissions/program-label'
import type { FullSubmission } from '@/shared/submissions/submission-queries'

export interface AnsweredField {
  label: string
  value: string | number | null
}

/** What was sent, in the words of its form; what was left empty is left out. */
export function fieldsOf(submission: FullSubmission): AnsweredField[] {
  return allFieldsOf(submission).filter(({ value }) => String(value ?? '').trim() !== '')
}

const termsOf = (day: string | null) => day && `The terms of ${formatDay(day)}`

function allFieldsOf(submission: FullSubmission): AnsweredField[] {
  const {
    volunteer_applications: volunteer,
    program_applications: program,
    partnership_proposals: proposal,
    contact_messages: message,
    program_registrations: registration,
    pledges: pledge,
  } = submission
  if (volunteer) {
    return [
      {
        label: 'Interests',
        value: volunteer.interests.map((id) => choiceLabel(volunteerOpportunities, id)).join(', '),
      },
      { label: 'Availability', value: volunteer.availability },
      { label: 'Experience', value: volunteer.experience },
      { label: 'Motivation', value: volunteer.motivation },
    ]
  }
  if (program) {
    return [
      {
        label: 'Program of interest',
        value: choiceLabel(programInterests, program.program_interest),
      },
      { label: 'Relationship', value: choiceLabel(relationships, program.relationship) },
      { label: 'Goals', value: program.goals },
      { label: 'Previous experience', value: program.previous_experience },
      { label: 'Agreed to', value: termsOf(program.terms_version) },
    ]
  }
  if (proposal) {
    return [
      { label: 'Contact', value: `${proposal.contact_name}, ${proposal.contact_title}` },
      { label: 'Website', value: proposal.website },
      {
        label: 'Organization type',
        value: choiceLabel(organizationTypes, proposal.organization_type),
      },
      {
        label: 'Organization size',
        value:
          proposal.organization_size && choiceLabel(organizationSizes, proposal.organization_size),
      },
      {
        label: 'Partnership interest',
        value: choiceLabel(partnershipTypes, proposal.partnership_type),
      },
      { label: 'Description', value: proposal.description },
      { label: 'Goals', value: proposal.goals },
      { label: 'Resources', value: proposal.resources },
      { label: 'Timeline', value: proposal.timeline },
      { label: 'Budget', value: proposal.budget },
      { label: 'Previous partnerships', value: proposal.previous_partnerships },
      { label: 'Agreed to', value: termsOf(proposal.terms_version) },
    ]
  }
  if (registration) {
    return [
      { label: 'Program', value: programLabel(registration.program) },
      { label: 'Organization', value: registration.organization },
      { label: 'Relevant experience', value: registration.experience },
      { label: 'Hopes for', value: registration.motivation },
      { label: 'Waitlist', value: registration.wants_waitlist ? 'The program was full' : null },
      { label: 'Newsletter', value: registration.wants_newsletter ? 'Yes' : null },
      { label: 'Agreed to', value: termsOf(registration.terms_version) },
    ]
  }
  if (pledge) {
    return [
      { label: 'Pledged', value: formatDollars(pledge.amount) },
      { label: 'How often', value: pledge.frequency === 'once' ? 'Once' : 'Every month' },
    ]
  }
  return message ? [{ label: 'Message', value: message.message }] : []
}
