import type { ReactElement } from 'react'
import { PageMeta } from '@/features/site/components/page-meta'
import { paths } from '@/shared/config/paths'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { publicForms, RegistrationDialog } from './public-forms'

const HomePage = lazyComponent(
  async () => (await import('@/features/site/pages/home-page')).HomePage,
)
const AboutPage = lazyComponent(
  async () => (await import('@/features/site/pages/about-page')).AboutPage,
)
const FounderPage = lazyComponent(
  async () => (await import('@/features/site/pages/founder-page')).FounderPage,
)
const AcademyPage = lazyComponent(
  async () => (await import('@/features/site/pages/academy-page')).AcademyPage,
)
const ProgramsPage = lazyComponent(
  async () => (await import('@/features/site/pages/programs-page')).ProgramsPage,
)
const ProgramDetailPage = lazyComponent(
  async () => (await import('@/features/site/pages/program-detail-page')).ProgramDetailPage,
)
const EarlyChildhoodPage = lazyComponent(
  async () => (await import('@/features/site/pages/early-childhood-page')).EarlyChildhoodPage,
)
const TeamPage = lazyComponent(
  async () => (await import('@/features/site/pages/team-page')).TeamPage,
)
const GetInvolvedPage = lazyComponent(
  async () => (await import('@/features/site/pages/get-involved-page')).GetInvolvedPage,
)
const JoinProgramsPage = lazyComponent(
  async () => (await import('@/features/site/pages/join-programs-page')).JoinProgramsPage,
)
const PartnerPage = lazyComponent(
  async () => (await import('@/features/site/pages/partner-page')).PartnerPage,
)
const DonatePage = lazyComponent(
  async () => (await import('@/features/site/pages/donate-page')).DonatePage,
)
const ContactPage = lazyComponent(
  async () => (await import('@/features/site/pages/contact-page')).ContactPage,
)
const PrivacyPage = lazyComponent(
  async () => (await import('@/features/site/pages/privacy-page')).PrivacyPage,
)
const TermsPage = lazyComponent(
  async () => (await import('@/features/site/pages/terms-page')).TermsPage,
)
const MailLinkPage = lazyComponent(
  async () => (await import('@/features/site/pages/mail-link-page')).MailLinkPage,
)
const AnimatedLogoPage = lazyComponent(
  async () => (await import('@/features/demo/animated-logo-page')).AnimatedLogoPage,
)
const VolunteerPage = lazyComponent(
  async () => (await import('@/features/site/pages/volunteer-page')).VolunteerPage,
)

interface PublicPage {
  path: string
  element: ReactElement
}

/** Every public page, each in a chunk of its own. `src/prerender.tsx` knows their addresses. */
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
  {
    path: paths.contact,
    element: (
      <ContactPage newsletterForm={publicForms.newsletter} messageForm={publicForms.message} />
    ),
  },
  { path: paths.privacy, element: <PrivacyPage /> },
  { path: paths.terms, element: <TermsPage /> },
  { path: paths.confirmSubscription, element: <MailLinkPage /> },
  { path: paths.status, element: <MailLinkPage /> },
  { path: paths.unsubscribe, element: <MailLinkPage /> },
  { path: paths.animatedLogo, element: <AnimatedLogoPage PageMeta={PageMeta} /> },
]
