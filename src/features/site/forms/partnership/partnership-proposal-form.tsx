import { z } from 'zod'
import {
  organizationSizes,
  organizationTypes,
  partnershipTypes,
  choiceLabel,
} from '@/shared/data/form-choices'
import { promised } from '@/shared/data/organisation'
import { termsVersion } from '@/shared/data/terms-version'
import {
  optionalLine,
  optionalText,
  requiredEmail,
  requiredLine,
  requiredText,
} from '@/shared/forms/form-text'
import { TermsLink } from '@/shared/ui/legal-links'
import { consent } from '../consent'
import { sendFailure } from '../send-failure'
import { RequiredNote, SubmissionForm } from '../submission-form'
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
    description: `Thank you for your interest in partnering with us. We'll review your proposal and contact you within ${promised.partnership}.`,
  },
  failure: sendFailure('There was an error submitting your proposal. Please try again.'),
})

export function PartnershipProposalForm() {
  return (
    <SubmissionForm
      label="Partnership proposal"
      schema={partnershipProposalSchema}
      submission={submitPartnershipProposal}
      submitLabel="Submit Proposal"
      draftName="partnership-proposal"
      afterwards={({ organization_name, contact_name, email, phone, partnership_type }) => ({
        title: 'Your proposal has arrived. Thank you!',
        sent: 'your proposal',
        received: {
          Organization: organization_name,
          Contact: contact_name,
          Email: email,
          Phone: phone,
          'Partnership interest': choiceLabel(partnershipTypes, partnership_type),
        },
        promised: promised.partnership,
        next: [
          'The partnership team reviews your proposal.',
          'We contact you to talk about goals and how to reach them.',
          'Together we decide on a first step.',
        ],
        again: 'Send another proposal',
      })}
    >
      {(Field, Tick) => (
        <>
          <RequiredNote />
          <div className="grid gap-5 sm:grid-cols-2 sm:gap-6">
            <Field
              name="organizationName"
              label="Organization name"
              required
              autoComplete="organization"
            />
            <Field
              name="website"
              label="Website"
              type="url"
              autoComplete="url"
              placeholder="https://"
            />
            <Field name="contactName" label="Contact person" required autoComplete="name" />
            <Field
              name="contactTitle"
              label="Title/Position"
              required
              autoComplete="organization-title"
            />
            <Field name="email" label="Email" required type="email" autoComplete="email" />
            <Field name="phone" label="Phone" required type="tel" autoComplete="tel" />
            <div className="grid gap-x-4 gap-y-5 min-[22.5rem]:grid-cols-2 sm:contents">
              <Field
                name="organizationType"
                label="Organization type"
                required
                choices={organizationTypes}
              />
              <Field
                name="organizationSize"
                label="Organization size"
                choices={organizationSizes}
              />
            </div>
            <Field
              name="partnershipType"
              label="Partnership interest"
              required
              className="sm:col-span-2"
              choices={partnershipTypes}
            />
          </div>
          <Field
            name="description"
            label="Description"
            description="What would we do together?"
            required
            rows={3}
          />
          <Field
            name="goals"
            label="Goals"
            description="What should be different when we’re done?"
            required
            rows={3}
          />
          <Field
            name="resources"
            label="Resources"
            description="People, rooms, money or skills you could bring."
            rows={2}
          />
          <div className="grid gap-x-4 xs:grid-cols-2 sm:gap-x-6">
            <Field name="timeline" label="Timeline" rows={2} />
            <Field name="budget" label="Budget" rows={2} />
          </div>
          <Field name="previousPartnerships" label="Previous partnerships" rows={2} />
          <Tick
            name="consent"
            label="I agree to the terms and conditions and consent to be contacted about this proposal"
            description={<TermsLink />}
            required
          />
        </>
      )}
    </SubmissionForm>
  )
}
