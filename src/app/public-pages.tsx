import { lazy, type ComponentType, type ReactElement } from 'react'
import { PageMeta } from '@/features/site/components/page-meta'
import type { RegistrationDialog as Dialog } from '@/features/site/components/use-registration'
import { LazyForm } from '@/features/site/lib/lazy-form'
import type { Pledged } from '@/features/site/lib/use-gift'
import { paths } from '@/shared/config/paths'
import { hasDraft, sentNote } from '@/shared/forms/has-draft'
import { lazyModule } from '@/shared/lib/lazy-component'

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
const RegistrationDialog: Dialog = lazy(async () => ({
  default: await withData(
    async () =>
      (await import('@/features/site/forms/registration/registration-dialog')).RegistrationDialog,
  ),
}))

/**
 * A form loads at once if it has a draft or was sent, or if the address names a program to preselect.
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
    () =>
      hasDraft(draft) || hasDraft(sentNote(draft)) || window.location.search.includes('program='),
    room,
  )
}

export const publicForms = {
  volunteer: lazyForm(
    async () => (await import('@/features/site/forms/volunteer/volunteer-form')).VolunteerForm,
    'volunteer-application',
    'min-h-[78.5rem] sm:min-h-[57.5rem]',
  ),
  program: lazyForm(
    async () =>
      (await import('@/features/site/forms/program/program-application-form'))
        .ProgramApplicationForm,
    'program-application',
    'min-h-[110rem] sm:min-h-[76.5rem]',
  ),
  partnership: lazyForm(
    async () =>
      (await import('@/features/site/forms/partnership/partnership-proposal-form'))
        .PartnershipProposalForm,
    'partnership-proposal',
    'min-h-[114rem] sm:min-h-[92rem]',
  ),
  newsletter: lazyForm(
    async () => (await import('@/features/site/forms/newsletter/newsletter-form')).NewsletterForm,
    'newsletter',
    'min-h-[19.25rem] sm:min-h-[18.5rem]',
  ),
  message: lazyForm(
    async () => (await import('@/features/site/forms/contact/contact-form')).ContactForm,
    'contact-message',
    'min-h-[33.375rem] sm:min-h-[23rem]',
  ),
  pledge: lazyForm<Pledged>(
    async () => (await import('@/features/site/forms/pledge/pledge-form')).PledgeForm,
    'pledge',
    'min-h-[25rem] sm:min-h-[14rem]',
  ),
}

const HomePage = lazyModule(() => import('@/features/site/pages/home-page'))
const AboutPage = lazyModule(() => import('@/features/site/pages/about-page'))
const FounderPage = lazyModule(() => import('@/features/site/pages/founder-page'))
const AcademyPage = lazyModule(() => import('@/features/site/pages/academy-page'))
const ProgramsPage = lazyModule(() => import('@/features/site/pages/programs-page'))
const ProgramDetailPage = lazyModule(() => import('@/features/site/pages/program-detail-page'))
const EarlyChildhoodPage = lazyModule(() => import('@/features/site/pages/early-childhood-page'))
const TeamPage = lazyModule(() => import('@/features/site/pages/team-page'))
const GetInvolvedPage = lazyModule(() => import('@/features/site/pages/get-involved-page'))
const JoinProgramsPage = lazyModule(() => import('@/features/site/pages/join-programs-page'))
const PartnerPage = lazyModule(() => import('@/features/site/pages/partner-page'))
const DonatePage = lazyModule(() => import('@/features/site/pages/donate-page'))
const ContactPage = lazyModule(() => import('@/features/site/pages/contact-page'))
const LegalPage = lazyModule(() => import('@/features/site/pages/legal-page'))
const MailLinkPage = lazyModule(() => import('@/features/site/pages/mail-link-page'))
const AnimatedLogoPage = lazyModule(
  () => import('@/features/site/animated-logo/animated-logo-page'),
)
const VolunteerPage = lazyModule(() => import('@/features/site/pages/volunteer-page'))

interface PublicPage {
  path: string
  element: ReactElement
}

/** Every public page, each in its own chunk. `src/prerender.tsx` knows their addresses. */
export const publicPages: readonly PublicPage[] = [
  { path: paths.home, element: <HomePage /> },
  { path: paths.about, element: <AboutPage /> },
  { path: paths.founder, element: <FounderPage /> },
  { path: paths.academy, element: <AcademyPage registration={RegistrationDialog} /> },
  { path: paths.programs, element: <ProgramsPage /> },
  { path: paths.earlyChildhood, element: <EarlyChildhoodPage registration={RegistrationDialog} /> },
  { path: paths.program, element: <ProgramDetailPage registration={RegistrationDialog} /> },
  { path: paths.leadership, element: <TeamPage /> },
  { path: paths.getInvolved, element: <GetInvolvedPage /> },
  { path: paths.volunteer, element: <VolunteerPage form={publicForms.volunteer} /> },
  { path: paths.joinPrograms, element: <JoinProgramsPage form={publicForms.program} /> },
  { path: paths.partner, element: <PartnerPage form={publicForms.partnership} /> },
  { path: paths.donate, element: <DonatePage pledge={publicForms.pledge} /> },
  { path: paths.contact, element: <ContactPage forms={publicForms} /> },
  { path: paths.privacy, element: <LegalPage path={paths.privacy} /> },
  { path: paths.terms, element: <LegalPage path={paths.terms} /> },
  { path: paths.confirmSubscription, element: <MailLinkPage /> },
  { path: paths.status, element: <MailLinkPage /> },
  { path: paths.unsubscribe, element: <MailLinkPage /> },
  { path: paths.consent, element: <MailLinkPage /> },
  { path: paths.animatedLogo, element: <AnimatedLogoPage PageMeta={PageMeta} /> },
]
