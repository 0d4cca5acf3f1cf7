import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { requiredEmail, requiredLine } from '@/shared/forms/form-text'
import { askAsVisitor } from '@/shared/supabase/public-client'
import { isDuplicate, sendFailure } from '../send-failure'
import { visitorInsert } from '../visitor-insert'

export const newsletterSchema = z.object({
  name: requiredLine(200, 'Please enter your name'),
  email: requiredEmail,
})

const alreadySubscribed = {
  title: 'Already subscribed!',
  description: 'This email is already subscribed to our newsletter.',
}
const subscriptionFailed = sendFailure('Subscription failed', 'Please try again later.')

export const subscribeToNewsletter = visitorInsert('newsletter_subscriptions', {
  success: {
    title: 'Thank you for subscribing!',
    description: "You'll receive updates about our mission and programs.",
  },
  failure: (error) => (isDuplicate(error) ? alreadySubscribed : subscriptionFailed(error)),
})

/** Whether a subscriber first gets a link to confirm. */
export const asksFirstQuery = queryOptions({
  queryKey: ['newsletter-asks-first'],
  queryFn: () => askAsVisitor((client) => client.rpc('requires_double_opt_in')),
  staleTime: Infinity,
})
