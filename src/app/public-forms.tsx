import { lazy, type ComponentType } from 'react'
import type { RegistrationDialog as Dialog } from '@/features/site/components/use-registration'
import { LazyForm } from '@/features/site/lib/lazy-form'
import type { Pledged } from '@/features/site/lib/use-gift'
import { hasDraft } from '@/shared/forms/has-draft'

async function withData<Props extends object>(
  download: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const [Form, { DataProviders }] = await Promise.all([download(), import('./data-providers')])
  return function PublicForm(props: Props) {
    return (
      <DataProviders>
        <Form {...props} />
      </DataProviders>
    )
  }
}

/** Downloaded with the first press on a button that opens it. */
export const RegistrationDialog: Dialog = lazy(async () => ({
  default: await withData(
    async () =>
      (await import('@/features/forms/registration/registration-dialog')).RegistrationDialog,
  ),
}))

/** @param draft the name of the form's draft; where there is one, the form is loaded at once */
function lazyForm<Props extends object>(
  download: () => Promise<ComponentType<Props>>,
  draft: string,
): LazyForm<Props> {
  return new LazyForm(
    () => withData(download),
    () => hasDraft(draft),
  )
}

/** The forms of the public pages. */
export const publicForms = {
  volunteer: lazyForm(
    async () => (await import('@/features/forms/volunteer/volunteer-form')).VolunteerForm,
    'volunteer-application',
  ),
  program: lazyForm(
    async () =>
      (await import('@/features/forms/program/program-application-form')).ProgramApplicationForm,
    'program-application',
  ),
  partnership: lazyForm(
    async () =>
      (await import('@/features/forms/partnership/partnership-proposal-form'))
        .PartnershipProposalForm,
    'partnership-proposal',
  ),
  newsletter: lazyForm(
    async () => (await import('@/features/forms/newsletter/newsletter-form')).NewsletterForm,
    'newsletter',
  ),
  message: lazyForm(
    async () => (await import('@/features/forms/contact/contact-form')).ContactForm,
    'contact-message',
  ),
  pledge: lazyForm<Pledged>(
    async () => (await import('@/features/forms/pledge/pledge-form')).PledgeForm,
    'pledge',
  ),
}
