import Building2 from 'lucide-react/icons/building-2'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import { Link } from 'react-router-dom'
import { env } from '@/shared/config/env'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { HomeTabs } from '../components/home-tabs'
import { IllustratedHeader } from '../components/illustrated-header'
import { PageMeta } from '../components/page-meta'
import { homeContent } from '../content/home'
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'

const { hero, contact } = homeContent

const tabsHeading = 'our-foundation'

const structuredData = [
  {
    '@type': 'NGO',
    name: organisation.fullName,
    description: organisation.description,
    url: env.siteUrl + paths.home,
    logo: `${env.siteUrl}/favicon.svg`,
    foundingDate: String(organisation.founded),
    email: organisation.email,
    telephone: organisation.phone,
    address: { '@type': 'PostalAddress', addressRegion: 'Texas', addressCountry: 'US' },
    areaServed: ['Liberia', 'New York', 'Texas', 'North Carolina'],
  },
]

export function HomePage() {
  return (
    <>
      <PageMeta
        description={organisation.description}
        path={paths.home}
        structuredData={structuredData}
      />
      <IllustratedHeader title={hero.title} lead={hero.lead} image={hero.image} size="display">
        <Link className={buttonClass({ variant: 'accent', size: 'lg' })} to={paths.getInvolved}>
          Start Your Journey
        </Link>
        <Link className={buttonClass({ variant: 'outline', size: 'lg' })} to={paths.programs}>
          Learn More
        </Link>
      </IllustratedHeader>

      <Section aria-labelledby={tabsHeading}>
        <h2 id={tabsHeading} className="max-w-[24ch]">
          {homeContent.tabsTitle}
        </h2>
        <HomeTabs />
      </Section>

      <Section ground="sunken" aria-labelledby="contact-us">
        <div className="grid gap-12 md:grid-cols-2 lg:gap-20">
          <div>
            <h2 id="contact-us">{contact.title}</h2>
            <p className="mt-4 max-w-[40ch] text-lg text-ink-soft">{contact.text}</p>
            <Link className={buttonClass({ className: 'mt-8' })} to={paths.contact}>
              {contact.action}
            </Link>
          </div>
          <dl className="divide-y divide-line border-y border-line">
            <div className="grid grid-cols-[2rem_1fr] items-start gap-x-4 py-5">
              <MapPin aria-hidden="true" className="row-span-2 mt-1 size-6 text-clay-600" />
              <dt className="text-sm text-ink-soft">Location</dt>
              <dd className="text-lg font-semibold">{organisation.location}</dd>
            </div>
            <div className="grid grid-cols-[2rem_1fr] items-start gap-x-4 py-5">
              <Mail aria-hidden="true" className="row-span-2 mt-1 size-6 text-clay-600" />
              <dt className="text-sm text-ink-soft">Email</dt>
              <dd className="text-lg font-semibold">
                <a href={mailLink(organisation.email)}>{organisation.email}</a>
              </dd>
            </div>
            <div className="grid grid-cols-[2rem_1fr] items-start gap-x-4 py-5">
              <Building2 aria-hidden="true" className="row-span-2 mt-1 size-6 text-clay-600" />
              <dt className="text-sm text-ink-soft">Organization type</dt>
              <dd className="text-lg font-semibold">{organisation.type}</dd>
            </div>
          </dl>
        </div>
      </Section>
    </>
  )
}
