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

/** Downloaded with the first click on a button that opens it. */
export const RegistrationDialog: Dialog = lazy(async () => ({
  default: await withData(
    async () =>
      (await import('@/features/forms/registration/registration-dialog')).RegistrationDialog,
  ),
}))

/**
 * A form loads at once if it has a draft, or if the address names a program to preselect.
 *
 * @param draft the name of the form's draft
 * @param room the classes that keep as much room as the form needs
 */
function lazyForm<Props extends object>(
  download: () => Promise<ComponentType<Props>>,
  draft: string,
  room: string,
): LazyForm<Props> {
  return new LazyForm(
    () => withData(download),
    () => hasDraft(draft) || window.location.search.includes('program='),
    room,
  )
}

export const publicForms = {
  volunteer: lazyForm(
    async () => (await import('@/features/forms/volunteer/volunteer-form')).VolunteerForm,
    'volunteer-application',
    'min-h-[80rem] sm:min-h-[57.5rem]',
  ),
  program: lazyForm(
    async () =>
      (await import('@/features/forms/program/program-application-form')).ProgramApplicationForm,
    'program-application',
    'min-h-[109rem] sm:min-h-[75rem]',
  ),
  partnership: lazyForm(
    async () =>
      (await import('@/features/forms/partnership/partnership-proposal-form'))
        .PartnershipProposalForm,
    'partnership-proposal',
    'min-h-[133.5rem] sm:min-h-[93.5rem]',
  ),
  newsletter: lazyForm(
    async () => (await import('@/features/forms/newsletter/newsletter-form')).NewsletterForm,
    'newsletter',
    'min-h-[20rem] sm:min-h-[18.5rem]',
  ),
  message: lazyForm(
    async () => (await import('@/features/forms/contact/contact-form')).ContactForm,
    'contact-message',
    'min-h-[34rem] sm:min-h-[23rem]',
  ),
  pledge: lazyForm<Pledged>(
    async () => (await import('@/features/forms/pledge/pledge-form')).PledgeForm,
    'pledge',
    'min-h-[22.5rem] sm:min-h-[11.375rem]',
  ),
}
