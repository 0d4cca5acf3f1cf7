import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { requiredEmail, requiredLine } from '@/shared/forms/form-text'
import { askAsVisitor } from '@/shared/supabase/public-client'
import { isDuplicate, sendFailure } from '../send-failure'
import { SubmissionForm } from '../submission-form'
import { visitorInsert } from '../visitor-insert'

export const newsletterSchema = z.object({
  name: requiredLine(200, 'Please enter your name'),
  email: requiredEmail,
})

const alreadySubscribed = {
  title: 'Already subscribed!',
  description: 'This email is already subscribed to our newsletter.',
  tone: 'info',
} as const
const subscriptionFailed = sendFailure('Subscription failed', 'Please try again later.')

export const subscribeToNewsletter = visitorInsert('newsletter_subscriptions', {
  success: {
    title: 'Thank you for subscribing!',
    description: "You'll receive updates about our mission and programs.",
  },
  failure: (error) => (isDuplicate(error) ? alreadySubscribed : subscriptionFailed(error)),
})

/** Whether a subscriber has to confirm by a link first. */
export const asksFirstQuery = queryOptions({
  queryKey: ['newsletter-asks-first'],
  queryFn: () => askAsVisitor((client) => client.rpc('requires_double_opt_in')),
  staleTime: Infinity,
})

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
    ? 'One more step: click the link in the email we’re sending you. None comes if you’re on the list already.'
    : 'You’re on the list. The next newsletter will come to your inbox.'
}
