import { TermsLink } from '@/shared/ui/legal-links'
import {
  choiceLabel,
  organizationSizes,
  organizationTypes,
  partnershipTypes,
} from '@/shared/data/form-choices'
import { RequiredNote, SubmissionForm } from '../submission-form'
import { partnershipProposalSchema, submitPartnershipProposal } from './partnership-proposal'

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
        received: {
          Organization: organization_name,
          Contact: contact_name,
          Email: email,
          Phone: phone,
          'Partnership interest': choiceLabel(partnershipTypes, partnership_type),
        },
        days: 5,
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
          <div className="grid grid-cols-2 gap-x-4 sm:gap-x-6">
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
