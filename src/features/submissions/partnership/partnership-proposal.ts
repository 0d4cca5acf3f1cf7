import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { termsVersion } from '@/shared/data/terms-version'
import {
  optionalLine,
  optionalText,
  requiredEmail,
  requiredLine,
  requiredText,
} from '@/shared/lib/form-text'
import { submitAsVisitor } from '@/shared/supabase/public-client'
import { organizationSizes, organizationTypes, partnershipTypes } from '../choices'
import { consent } from '../consent'
import { sendFailure } from '../send-failure'

export const partnershipProposalSchema = z
  .object({
    organization_name: requiredLine(200, 'Please enter the name of your organization'),
    website: optionalLine(500),
    contact_name: requiredLine(200, 'Please enter a contact person'),
    contact_title: requiredLine(200, 'Please enter their title or position'),
    email: requiredEmail,
    phone: requiredLine(40, 'Please enter a phone number'),
    organization_type: z.enum(
      organizationTypes.map(({ id }) => id),
      'Please choose the type of your organization',
    ),
    organization_size: z
      .enum(['', ...organizationSizes.map(({ id }) => id)])
      .transform((size) => size || null),
    partnership_type: z.enum(
      partnershipTypes.map(({ id }) => id),
      'Please choose a kind of partnership',
    ),
    description: requiredText(5000, 'Please describe what you have in mind'),
    goals: requiredText(5000, 'Please tell us what you hope comes of it'),
    resources: optionalText(5000),
    timeline: optionalText(5000),
    budget: optionalText(5000),
    previous_partnerships: optionalText(5000),
    consent,
  })
  .transform(({ consent, ...proposal }) => ({ ...proposal, terms_version: termsVersion }))

type PartnershipProposal = z.infer<typeof partnershipProposalSchema>

export const submitPartnershipProposal = mutationOptions({
  mutationFn: (proposal: PartnershipProposal) =>
    submitAsVisitor((client) => client.from('partnership_proposals').insert(proposal)),
  meta: {
    success: {
      title: 'Partnership Proposal Submitted!',
      description:
        "Thank you for your interest in partnering with us. We'll review your proposal and contact you within 5 business days.",
    },
    failure: sendFailure('There was an error submitting your proposal. Please try again.'),
  },
})
