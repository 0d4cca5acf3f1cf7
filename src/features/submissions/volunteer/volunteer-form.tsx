import { organisation } from '@/shared/data/organisation'
import { volunteerOpportunities } from '@/shared/data/volunteer-opportunities'
import { CheckboxField, Field, FieldGroup } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { Textarea } from '@/shared/ui/textarea'
import { SubmissionForm } from '../submission-form'
import { submitVolunteerApplication, volunteerSchema } from './volunteer-application'

export function VolunteerForm() {
  return (
    <SubmissionForm
      label="Volunteer application"
      schema={volunteerSchema}
      submission={submitVolunteerApplication}
      submitLabel="Submit Application"
      draftName="volunteer-application"
      question={{
        applies: ({ email, phone }) => !email && !phone,
        title: 'How can we reach you?',
        text: 'You gave neither an email address nor a phone number, so nobody can answer. Please add one of them above.',
        anyway: 'Send anyway',
      }}
      afterwards={({ first_name, last_name, email, phone, interests }) => ({
        title: 'Your application has arrived. Thank you!',
        received: {
          Name: [first_name, last_name].filter(Boolean).join(' '),
          Email: email,
          Phone: phone,
          'Would like to help with': volunteerOpportunities
            .filter(({ id }) => interests.includes(id))
            .map(({ label }) => label)
            .join(', '),
        },
        days: email || phone ? 2 : undefined,
        next:
          email || phone
            ? [
                'The volunteer team reads your application.',
                'We write or call, and find the right place together.',
                'You visit us before you decide.',
              ]
            : [
                'The volunteer team reads your application.',
                `Please call ${organisation.phone} or write to ${organisation.email}, so that we can talk.`,
              ],
        again: 'Send another application',
      })}
    >
      {({ register, formState: { errors } }) => (
        <>
          <div className="grid gap-6 sm:grid-cols-2">
            <Field label="First name" error={errors.first_name?.message}>
              {(control) => (
                <Input autoComplete="given-name" {...control} {...register('first_name')} />
              )}
            </Field>
            <Field label="Last name" error={errors.last_name?.message}>
              {(control) => (
                <Input autoComplete="family-name" {...control} {...register('last_name')} />
              )}
            </Field>
            <Field label="Email" error={errors.email?.message}>
              {(control) => (
                <Input type="email" autoComplete="email" {...control} {...register('email')} />
              )}
            </Field>
            <Field label="Phone" error={errors.phone?.message}>
              {(control) => (
                <Input type="tel" autoComplete="tel" {...control} {...register('phone')} />
              )}
            </Field>
          </div>
          <FieldGroup
            legend="Where would you like to help?"
            description="Choose as many as you like."
            error={errors.interests?.message}
          >
            <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
              {volunteerOpportunities.map(({ id, label }) => (
                <CheckboxField key={id} label={label} value={id} {...register('interests')} />
              ))}
            </div>
          </FieldGroup>
          <Field
            label="Availability"
            description="For example: Tuesday evenings, or school holidays."
            error={errors.availability?.message}
          >
            {(control) => <Textarea rows={2} {...control} {...register('availability')} />}
          </Field>
          <Field label="Relevant experience" error={errors.experience?.message}>
            {(control) => <Textarea rows={3} {...control} {...register('experience')} />}
          </Field>
          <Field
            label="Why would you like to volunteer with us?"
            error={errors.motivation?.message}
          >
            {(control) => <Textarea rows={4} {...control} {...register('motivation')} />}
          </Field>
        </>
      )}
    </SubmissionForm>
  )
}
