import type { ReactElement } from 'react'
import { PageMeta } from '@/features/site/components/page-meta'
import { paths } from '@/shared/config/paths'
import { lazyModule } from '@/shared/lib/lazy-component'
import { publicForms, RegistrationDialog } from './public-forms'

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
const AnimatedLogoPage = lazyModule(() => import('@/features/demo/animated-logo-page'))
const VolunteerPage = lazyModule(() => import('@/features/site/pages/volunteer-page'))

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
  { path: paths.privacy, element: <LegalPage path={paths.privacy} /> },
  { path: paths.terms, element: <LegalPage path={paths.terms} /> },
  { path: paths.confirmSubscription, element: <MailLinkPage /> },
  { path: paths.status, element: <MailLinkPage /> },
  { path: paths.unsubscribe, element: <MailLinkPage /> },
  { path: paths.animatedLogo, element: <AnimatedLogoPage PageMeta={PageMeta} /> },
]
