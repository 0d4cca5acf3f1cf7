import { useQuery } from '@tanstack/react-query'
import { SubmissionForm } from '../submission-form'
import { asksFirstQuery, newsletterSchema, subscribeToNewsletter } from './newsletter-subscription'

export function NewsletterForm() {
  return (
    <SubmissionForm
      label="Newsletter"
      schema={newsletterSchema}
      submission={subscribeToNewsletter}
      submitLabel="Subscribe"
      draftName="newsletter"
      afterwards={<Afterwards />}
    >
      {(Field) => (
        <>
          <Field name="name" label="Name" required autoComplete="name" />
          <Field name="email" label="Email" required type="email" autoComplete="email" />
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
