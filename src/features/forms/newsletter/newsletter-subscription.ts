import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { requiredEmail, requiredLine } from '@/shared/forms/form-text'
import { askAsVisitor, submitAsVisitor } from '@/shared/supabase/public-client'
import { isDuplicate, sendFailure } from '../send-failure'

export const newsletterSchema = z.object({
  name: requiredLine(200, 'Please enter your name'),
  email: requiredEmail,
})

type NewsletterSubscription = z.infer<typeof newsletterSchema>

const alreadySubscribed = {
  title: 'Already subscribed!',
  description: 'This email is already subscribed to our newsletter.',
}
const subscriptionFailed = sendFailure('Subscription failed', 'Please try again later.')

export const subscribeToNewsletter = mutationOptions({
  mutationFn: (subscription: NewsletterSubscription) =>
    submitAsVisitor(subscription, (client) =>
      client.from('newsletter_subscriptions').insert(subscription),
    ),
  meta: {
    success: {
      title: 'Thank you for subscribing!',
      description: "You'll receive updates about our mission and programs.",
    },
    failure: (error) => (isDuplicate(error) ? alreadySubscribed : subscriptionFailed(error)),
  },
})

/** Whether who subscribes is sent a link first. */
export const asksFirstQuery = queryOptions({
  queryKey: ['newsletter-asks-first'],
  queryFn: () => askAsVisitor((client) => client.rpc('requires_double_opt_in')),
  staleTime: Infinity,
})
