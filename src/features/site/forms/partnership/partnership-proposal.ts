import { z } from 'zod'
import { termsVersion } from '@/shared/data/terms-version'
import {
  optionalLine,
  optionalText,
  requiredEmail,
  requiredLine,
  requiredText,
} from '@/shared/forms/form-text'
import { organizationSizes, organizationTypes, partnershipTypes } from '@/shared/data/form-choices'
import { consent } from '../consent'
import { sendFailure } from '../send-failure'
import { visitorInsert } from '../visitor-insert'

export const partnershipProposalSchema = z
  .object({
    organizationName: requiredLine(200, 'Please enter the name of your organization'),
    website: optionalLine(500),
    contactName: requiredLine(200, 'Please enter a contact person'),
    contactTitle: requiredLine(200, 'Please enter their title or position'),
    email: requiredEmail,
    phone: requiredLine(40, 'Please enter a phone number'),
    organizationType: z.enum(
      organizationTypes.map(({ id }) => id),
      'Please choose the type of your organization',
    ),
    organizationSize: z
      .enum(['', ...organizationSizes.map(({ id }) => id)])
      .transform((size) => size || null),
    partnershipType: z.enum(
      partnershipTypes.map(({ id }) => id),
      'Please choose a kind of partnership',
    ),
    description: requiredText(5000, 'Please describe what you have in mind'),
    goals: requiredText(5000, 'Please tell us what you hope to achieve'),
    resources: optionalText(5000),
    timeline: optionalText(5000),
    budget: optionalText(5000),
    previousPartnerships: optionalText(5000),
    consent,
  })
  .transform(
    ({
      consent,
      organizationName,
      contactName,
      contactTitle,
      organizationType,
      organizationSize,
      partnershipType,
      previousPartnerships,
      ...proposal
    }) => ({
      ...proposal,
      organization_name: organizationName,
      contact_name: contactName,
      contact_title: contactTitle,
      organization_type: organizationType,
      organization_size: organizationSize,
      partnership_type: partnershipType,
      previous_partnerships: previousPartnerships,
      terms_version: termsVersion,
    }),
  )

export const submitPartnershipProposal = visitorInsert('partnership_proposals', {
  success: {
    title: 'Partnership Proposal Submitted!',
    description:
      "Thank you for your interest in partnering with us. We'll review your proposal and contact you within 5 business days.",
  },
  failure: sendFailure('There was an error submitting your proposal. Please try again.'),
})
