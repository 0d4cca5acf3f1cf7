import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { Container } from '@/shared/ui/container'
import { Logo } from '@/shared/ui/logo'
import { organisation } from '@/shared/data/organisation'
import { mailLink, telLink } from '@/shared/lib/contact-links'
import { DonateLink } from './donate-link'
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

export function SiteFooter() {
  return (
    <footer className="on-forest pt-16 pb-8">
      <Container>
        <div className="grid gap-10 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1.5fr]">
          <div>
            <Logo size="md" className="text-paper-raised" />
            <p className="mt-4 max-w-[36ch]">{organisation.tagline}</p>
            <DonateLink className="mt-6" />
          </div>
          <FooterLinks title="Quick Links" links={quickLinks} />
          <FooterLinks title="Get Involved" links={involvedLinks} />
          <div>
            <h2 className="text-lg">Contact</h2>
            <ul className="mt-2">
              <li className="flex min-h-10 items-center gap-3">
                <Mail aria-hidden="true" className="size-5 shrink-0" />
                <a href={mailLink(organisation.email)}>{organisation.email}</a>
              </li>
              <li className="flex min-h-10 items-center gap-3">
                <Phone aria-hidden="true" className="size-5 shrink-0" />
                <a href={telLink(organisation.phone)}>{organisation.phone}</a>
              </li>
              <li className="flex min-h-10 items-center gap-3">
                <MapPin aria-hidden="true" className="size-5 shrink-0" />
                {organisation.location}
              </li>
            </ul>
            <SocialIcons />
          </div>
        </div>
        <div className="mt-12 flex flex-wrap justify-between gap-x-8 gap-y-2 border-t border-forest-600 pt-6 text-sm">
          <p>
            © {import.meta.env.VITE_COPYRIGHT_YEARS} {organisation.fullName}. All rights reserved.
          </p>
          <p className="flex gap-6">
            <Link to={paths.privacy}>Privacy Policy</Link>
            <Link to={paths.terms}>Terms of Service</Link>
          </p>
        </div>
      </Container>
    </footer>
  )
}

function FooterLinks({ title, links }: { title: string; links: { to: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2">
        {links.map(({ to, label }) => (
          <li key={to} className="flex min-h-10 items-center">
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
