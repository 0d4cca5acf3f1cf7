import { useQuery } from '@tanstack/react-query'
import { Field } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { SubmissionForm } from '../submission-form'
import {
  asksFirstQuery,
  askToSubscribe,
  newsletterSchema,
  subscribeToNewsletter,
} from './newsletter-subscription'

export function NewsletterForm() {
  const { data: asksFirst } = useQuery(asksFirstQuery)
  return (
    <SubmissionForm
      label="Newsletter"
      schema={newsletterSchema}
      submission={asksFirst ? askToSubscribe : subscribeToNewsletter}
      submitLabel="Subscribe"
      submitVariant="primary"
      draftName="newsletter"
      afterwards={
        asksFirst
          ? 'One step is left: follow the link that we sent to your address.'
          : 'You are on the list. The next newsletter comes to your address.'
      }
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
