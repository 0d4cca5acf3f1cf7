import { useQuery } from '@tanstack/react-query'
import { Field } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { SubmissionForm } from '../submission-form'
import { asksFirstQuery, newsletterSchema, subscribeToNewsletter } from './newsletter-subscription'

export function NewsletterForm() {
  return (
    <SubmissionForm
      label="Newsletter"
      schema={newsletterSchema}
      submission={subscribeToNewsletter}
      submitLabel="Subscribe"
      submitVariant="primary"
      draftName="newsletter"
      afterwards={<Afterwards />}
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

function Afterwards() {
  const { data: asksFirst, isPending } = useQuery(asksFirstQuery)
  if (isPending) return 'Your subscription has arrived.'
  return asksFirst
    ? 'One more step: click the link in the email we’re sending you.'
    : 'You’re on the list. The next newsletter will come to your inbox.'
}
