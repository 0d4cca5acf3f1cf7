import { volunteerOpportunities } from '@/shared/data/volunteer-opportunities'
import { fold } from '@/shared/lib/fold'
import { choiceLabel } from '@/shared/data/form-choices'
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

/**
 * Splits a child's name into first and last name, for staff to confirm. A comma follows the last
 * name; the family's name at the end is the last name; particles like "de la" belong to the last
 * name; a single name is a first name in that family.
 */
export function splitName(name: string, familyName: string) {
  const [last = '', ...first] = name.split(',').map((part) => part.trim())
  if (first.length > 0) return { first_name: first.join(' '), last_name: last }
  const words = last.split(/\s+/)
  const family = familyName.trim().split(/\s+/)
  if (words.length === 1) {
    return { first_name: last, last_name: last && familyName.trim() }
  }
  const isFamilys =
    words.length > family.length &&
    fold(words.slice(-family.length).join(' ')) === fold(family.join(' '))
  const particle = words.findIndex((word, at) => at > 0 && /^\p{Ll}/u.test(word))
  const at = isFamilys ? -family.length : particle > 0 ? particle : -1
  return { first_name: words.slice(0, at).join(' '), last_name: words.slice(at).join(' ') }
}
