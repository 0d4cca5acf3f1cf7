import { describe, expect, it } from 'vitest'
import { termsVersion } from '@/shared/data/terms-version'
import { partnershipProposalSchema } from './partnership-proposal-form'

const typed = {
  organizationName: 'Harbor & Pine Books',
  website: '',
  contactName: 'Ellen Marsh',
  contactTitle: 'Owner',
  email: 'ellen@example.org',
  phone: '+1 512 555 0601',
  organizationType: 'non-profit',
  organizationSize: '',
  partnershipType: 'ngo',
  description: 'A shelf for children',
  goals: 'More readers',
  resources: '',
  timeline: '',
  budget: '',
  previousPartnerships: '',
  consent: true,
}

function problems(changes: Record<string, unknown>) {
  const { error } = partnershipProposalSchema.safeParse({ ...typed, ...changes })
  const issues = error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

describe('a partnership proposal', () => {
  it('is sent with the terms in place of the consent, and without empty fields', () => {
    expect(partnershipProposalSchema.parse(typed)).toEqual({
      organization_name: 'Harbor & Pine Books',
      website: null,
      contact_name: 'Ellen Marsh',
      contact_title: 'Owner',
      email: 'ellen@example.org',
      phone: '+1 512 555 0601',
      organization_type: 'non-profit',
      organization_size: null,
      partnership_type: 'ngo',
      description: 'A shelf for children',
      goals: 'More readers',
      resources: null,
      timeline: null,
      budget: null,
      previous_partnerships: null,
      terms_version: termsVersion,
    })
  })

  it('reports each missing value at its field', () => {
    const empty = Object.fromEntries(Object.keys(typed).map((field) => [field, '']))
    expect(problems({ ...empty, consent: false })).toEqual({
      organizationName: 'Please enter the name of your organization',
      contactName: 'Please enter a contact person',
      contactTitle: 'Please enter their title or position',
      email: 'Please enter your email address',
      phone: 'Please enter a phone number',
      organizationType: 'Please choose the type of your organization',
      partnershipType: 'Please choose a kind of partnership',
      description: 'Please describe what you have in mind',
      goals: 'Please tell us what you hope to achieve',
      consent: 'You must agree to the terms and conditions to continue.',
    })
  })
})
