import { Checkbox } from '@/shared/ui/checkbox'
import { CheckboxField, Field } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { TermsLink } from '@/shared/ui/legal-links'
import { Textarea } from '@/shared/ui/textarea'
import { ChoiceSelect } from '../choice-select'
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
      {({ register, formState: { errors } }) => (
        <>
          <RequiredNote />
          <div className="grid gap-6 sm:grid-cols-2">
            <Field label="Organization name" required error={errors.organizationName?.message}>
              {(control) => (
                <Input autoComplete="organization" {...control} {...register('organizationName')} />
              )}
            </Field>
            <Field label="Website" error={errors.website?.message}>
              {(control) => (
                <Input
                  type="url"
                  autoComplete="url"
                  placeholder="https://"
                  {...control}
                  {...register('website')}
                />
              )}
            </Field>
            <Field label="Contact person" required error={errors.contactName?.message}>
              {(control) => <Input autoComplete="name" {...control} {...register('contactName')} />}
            </Field>
            <Field label="Title/Position" required error={errors.contactTitle?.message}>
              {(control) => (
                <Input
                  autoComplete="organization-title"
                  {...control}
                  {...register('contactTitle')}
                />
              )}
            </Field>
            <Field label="Email" required error={errors.email?.message}>
              {(control) => (
                <Input type="email" autoComplete="email" {...control} {...register('email')} />
              )}
            </Field>
            <Field label="Phone" required error={errors.phone?.message}>
              {(control) => (
                <Input type="tel" autoComplete="tel" {...control} {...register('phone')} />
              )}
            </Field>
            <Field label="Organization type" required error={errors.organizationType?.message}>
              {(control) => (
                <ChoiceSelect
                  choices={organizationTypes}
                  {...control}
                  {...register('organizationType')}
                />
              )}
            </Field>
            <Field label="Organization size" error={errors.organizationSize?.message}>
              {(control) => (
                <ChoiceSelect
                  choices={organizationSizes}
                  {...control}
                  {...register('organizationSize')}
                />
              )}
            </Field>
            <Field
              label="Partnership interest"
              required
              error={errors.partnershipType?.message}
              className="sm:col-span-2"
            >
              {(control) => (
                <ChoiceSelect
                  choices={partnershipTypes}
                  {...control}
                  {...register('partnershipType')}
                />
              )}
            </Field>
          </div>
          <Field
            label="Description"
            description="What would we do together?"
            required
            error={errors.description?.message}
          >
            {(control) => <Textarea rows={4} {...control} {...register('description')} />}
          </Field>
          <Field
            label="Goals"
            description="What should be different when we’re done?"
            required
            error={errors.goals?.message}
          >
            {(control) => <Textarea rows={3} {...control} {...register('goals')} />}
          </Field>
          <Field
            label="Resources"
            description="People, rooms, money or skills you could bring."
            error={errors.resources?.message}
          >
            {(control) => <Textarea rows={2} {...control} {...register('resources')} />}
          </Field>
          <div className="grid gap-6 sm:grid-cols-2">
            <Field label="Timeline" error={errors.timeline?.message}>
              {(control) => <Textarea rows={2} {...control} {...register('timeline')} />}
            </Field>
            <Field label="Budget" error={errors.budget?.message}>
              {(control) => <Textarea rows={2} {...control} {...register('budget')} />}
            </Field>
          </div>
          <Field label="Previous partnerships" error={errors.previousPartnerships?.message}>
            {(control) => <Textarea rows={2} {...control} {...register('previousPartnerships')} />}
          </Field>
          <CheckboxField
            label="I agree to the terms and conditions and consent to be contacted about this proposal"
            description={<TermsLink />}
            required
            error={errors.consent?.message}
          >
            {(control) => <Checkbox {...control} {...register('consent')} />}
          </CheckboxField>
        </>
      )}
    </SubmissionForm>
  )
}
