import { QueryClientProvider } from '@tanstack/react-query'
import { ContactForm } from '@/features/submissions/contact/contact-form'
import { NewsletterForm } from '@/features/submissions/newsletter/newsletter-form'
import { DataProviders } from './data-providers'
import { queryClient } from './query-client'

export function ContactMessage() {
  return (
    <DataProviders>
      <ContactForm />
    </DataProviders>
  )
}

/** On the page of `ContactMessage`, which draws the messages of both. */
export function NewsletterSubscription() {
  return (
    <QueryClientProvider client={queryClient}>
      <NewsletterForm />
    </QueryClientProvider>
  )
}
