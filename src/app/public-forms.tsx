import type { ComponentType } from 'react'
import { LazyForm } from '@/features/site/lib/lazy-form'
import { hasDraft } from '@/shared/lib/has-draft'

/** @param draft the name of the form's draft; where there is one, the form is loaded at once */
function lazyForm(download: () => Promise<ComponentType>, draft: string): LazyForm {
  return new LazyForm(
    async () => {
      const [Form, { DataProviders }] = await Promise.all([download(), import('./data-providers')])
      return function PublicForm() {
        return (
          <DataProviders>
            <Form />
          </DataProviders>
        )
      }
    },
    () => hasDraft(draft),
  )
}

/** What visitors send us, for the public pages to show. */
export const publicForms = {
  volunteer: lazyForm(
    async () => (await import('@/features/submissions/volunteer/volunteer-form')).VolunteerForm,
    'volunteer-application',
  ),
  program: lazyForm(
    async () =>
      (await import('@/features/submissions/program/program-application-form'))
        .ProgramApplicationForm,
    'program-application',
  ),
  partnership: lazyForm(
    async () =>
      (await import('@/features/submissions/partnership/partnership-proposal-form'))
        .PartnershipProposalForm,
    'partnership-proposal',
  ),
  newsletter: lazyForm(
    async () => (await import('@/features/submissions/newsletter/newsletter-form')).NewsletterForm,
    'newsletter',
  ),
  message: lazyForm(
    async () => (await import('@/features/submissions/contact/contact-form')).ContactForm,
    'contact-message',
  ),
}
