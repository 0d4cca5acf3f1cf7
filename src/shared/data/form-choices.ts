interface Choice {
  /** As stored; the database accepts no other */
  id: string
  label: string
}

export const relationships = [
  { id: 'parent', label: 'Parent' },
  { id: 'guardian', label: 'Guardian' },
  { id: 'grandparent', label: 'Grandparent' },
  { id: 'relative', label: 'Other relative' },
  { id: 'caregiver', label: 'Caregiver' },
  { id: 'self', label: 'Myself (the place is for me)' },
] as const

export const programInterests = [
  { id: 'early-childhood', label: 'Early Childhood Education' },
  { id: 'parent-engagement', label: 'Parent Engagement' },
  { id: 'community-training', label: 'Community Training' },
  { id: 'leadership-development', label: 'Leadership Development' },
] as const

export const organizationTypes = [
  { id: 'corporation', label: 'Corporation' },
  { id: 'non-profit', label: 'Non-profit' },
  { id: 'government', label: 'Government' },
  { id: 'educational', label: 'Educational' },
  { id: 'foundation', label: 'Foundation' },
  { id: 'other', label: 'Other' },
] as const

export const organizationSizes = [
  { id: '1-10', label: '1-10 people' },
  { id: '11-50', label: '11-50 people' },
  { id: '51-200', label: '51-200 people' },
  { id: '201-1000', label: '201-1000 people' },
  { id: '1000+', label: '1000+ people' },
] as const

export const partnershipTypes = [
  { id: 'corporate', label: 'Corporate' },
  { id: 'educational', label: 'Educational' },
  { id: 'government', label: 'Government' },
  { id: 'ngo', label: 'NGO' },
  { id: 'multiple', label: 'Multiple' },
] as const

/** The label of a stored choice, or its id where this app does not know it yet. */
export function choiceLabel(choices: readonly Choice[], id: string): string {
  return choices.find((choice) => choice.id === id)?.label ?? id
}
