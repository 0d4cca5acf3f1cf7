/** The volunteer opportunities. The ids are stored with an application. */
export const volunteerOpportunities = [
  { id: 'teaching', label: 'Teaching' },
  { id: 'tutoring', label: 'Tutoring' },
  { id: 'events', label: 'Events' },
  { id: 'admin', label: 'Administration' },
] as const

export type VolunteerOpportunityId = (typeof volunteerOpportunities)[number]['id']
