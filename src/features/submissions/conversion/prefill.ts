import { volunteerOpportunities } from '@/shared/data/volunteer-opportunities'
import { choiceLabel } from '@/shared/data/form-choices'
import { splitName } from '@/shared/lib/split-name'
import type { FullSubmission } from '@/features/submissions/common/submission-queries'

type Values = Readonly<Record<string, string | null>>

/**
 * Values from an application for the new mentor, mentee or trainer, by column.
 *
 * @param childName for a mentee: as typed, or null
 */
export function prefill(submission: FullSubmission, childName: string | null): Values {
  const { volunteer_applications: volunteer, program_applications: program } = submission
  if (volunteer) {
    const { first_name, last_name, email, phone, experience, motivation, availability } = volunteer
    const interests = volunteer.interests.map((id) => choiceLabel(volunteerOpportunities, id))
    const bio = [
      experience,
      motivation && `Motivation: ${motivation}`,
      availability && `Availability: ${availability}`,
    ]
    return {
      first_name,
      last_name,
      email,
      phone,
      expertise: interests.join(', '),
      specialization: interests.join(', '),
      bio: bio.filter(Boolean).join('\n\n'),
    }
  }
  if (program?.relationship === 'self') {
    const { first_name, last_name, email, phone } = program
    return { first_name, last_name, email, phone }
  }
  if (program) {
    return {
      ...splitName(childName ?? '', program.last_name),
      parent_name: `${program.first_name} ${program.last_name}`.trim(),
      parent_email: program.email,
      parent_phone: program.phone,
    }
  }
  return {}
}
