import MapPin from 'lucide-react/icons/map-pin'
import Send from 'lucide-react/icons/send'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { Container } from '@/shared/ui/container'
import { Logo } from '@/shared/ui/logo'
import { organisation } from '@/shared/data/organisation'
import { ContactLines } from './reach-us'
import { SocialIcons } from './social-icons'

const quickLinks = [
  { to: paths.home, label: 'Home' },
  { to: paths.about, label: 'About' },
  { to: paths.academy, label: 'Academy' },
  { to: paths.programs, label: 'Programs' },
  { to: paths.leadership, label: 'Leadership' },
  { to: paths.getInvolved, label: 'Get Involved' },
]

const involvedLinks = [
  { to: paths.volunteer, label: 'Volunteer' },
  { to: paths.joinPrograms, label: 'Join Programs' },
  { to: paths.partner, label: 'Partnership' },
]

const lineClass = 'flex min-h-7 items-center gap-3 sm:min-h-10'

export function SiteFooter() {
  return (
    <footer className="ui-dusk on-forest relative pt-4 pb-3 sm:pt-12 sm:pb-6 lg:pt-14">
      <Container>
        <div className="grid gap-x-10 gap-y-2 sm:grid-cols-[1fr_1fr_1.5fr] sm:gap-y-10 lg:grid-cols-[2fr_1fr_1fr_1.5fr]">
          <div className="sm:col-span-full lg:col-span-1">
            <Logo size="md" className="text-paper-raised print:hidden" />
            <p className="mt-1 max-sm:text-sm sm:mt-2 sm:max-w-[36ch] lg:mt-4">
              {organisation.tagline}
            </p>
          </div>
          <div className="contents max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-4 max-sm:gap-y-2">
            <FooterLinks
              title="Quick Links"
              links={quickLinks}
              listClass="max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-3.5"
            />
            <FooterLinks title="Get Involved" links={involvedLinks} />
          </div>
          <div>
            <h2 className="text-lg max-sm:sr-only">Contact</h2>
            <ul className="flex flex-wrap gap-x-6 sm:mt-2 sm:block">
              <ContactLines lineClass={lineClass} />
              <li className={lineClass}>
                <MapPin aria-hidden="true" className="size-5 shrink-0" />
                {organisation.location}
              </li>
            </ul>
          </div>
        </div>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-8 border-t border-forest-600 pt-2 sm:mt-10 sm:pt-5 print:hidden">
          <p className="flex min-h-8 items-center gap-3">
            <Send aria-hidden="true" className="size-5 shrink-0" />
            <Link to={`${paths.contact}#newsletter`}>Get our newsletter</Link>
          </p>
          <SocialIcons />
        </div>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-8 text-xs sm:mt-4 sm:text-sm">
          <p>
            © {import.meta.env.VITE_COPYRIGHT_YEARS} {organisation.fullName}. All rights reserved.{' '}
            <span className="whitespace-nowrap">
              {organisation.taxNumber}
              <span className="max-sm:hidden">. {organisation.postalAddress.join(', ')}</span>
            </span>
          </p>
          <p className="flex min-h-8 items-center gap-6 print:hidden">
            <Link to={paths.privacy}>Privacy Policy</Link>
            <Link to={paths.terms}>Terms of Service</Link>
          </p>
        </div>
      </Container>
    </footer>
  )
}

interface FooterLinksProps {
  title: string
  links: { to: string; label: string }[]
  listClass?: string
}

function FooterLinks({ title, links, listClass = '' }: FooterLinksProps) {
  return (
    <nav aria-label={title}>
      <h2 className="text-base whitespace-nowrap max-[22rem]:text-sm sm:text-lg">{title}</h2>
      <ul className={`mt-1 max-sm:text-sm sm:mt-2 ${listClass}`}>
        {links.map(({ to, label }) => (
          <li key={to} className={`${lineClass} whitespace-nowrap`}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
