import { Field } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { SubmissionForm } from '../submission-form'
import { newsletterSchema, subscribeToNewsletter } from './newsletter-subscription'

export function NewsletterForm() {
  return (
    <SubmissionForm
      label="Newsletter"
      schema={newsletterSchema}
      submission={subscribeToNewsletter}
      submitLabel="Subscribe"
      submitVariant="primary"
      draftName="newsletter"
      afterwards="You are on the list. The next newsletter comes to your address."
    >
      {({ register, formState: { errors } }) => (
        <>
          <Field label="Name" required error={errors.name?.message}>
            {(control) => <Input autoComplete="name" {...control} {...register('name')} />}
          </Field>
          <Field label="Email" required error={errors.email?.message}>
            {(control) => (
              <Input type="email" autoComplete="email" {...control} {...register('email')} />
            )}
          </Field>
        </>
      )}
    </SubmissionForm>
  )
}
