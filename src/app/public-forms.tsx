import type { ComponentType } from 'react'
import { LateForm } from '@/features/site/lib/late-form'
import { hasDraft } from '@/shared/lib/draft-storage'

/** @param draft under which the form keeps what was typed; where there is one, it is wanted at once */
function lateForm(download: () => Promise<ComponentType>, draft: string): LateForm {
  return new LateForm(
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
  volunteer: lateForm(
    async () => (await import('@/features/submissions/volunteer/volunteer-form')).VolunteerForm,
    'volunteer-application',
  ),
  program: lateForm(
    async () =>
      (await import('@/features/submissions/program/program-application-form'))
        .ProgramApplicationForm,
    'program-application',
  ),
  partnership: lateForm(
    async () =>
      (await import('@/features/submissions/partnership/partnership-proposal-form'))
        .PartnershipProposalForm,
    'partnership-proposal',
  ),
  newsletter: lateForm(
    async () => (await import('@/features/submissions/newsletter/newsletter-form')).NewsletterForm,
    'newsletter',
  ),
  message: lateForm(
    async () => (await import('@/features/submissions/contact/contact-form')).ContactForm,
    'contact-message',
  ),
}
