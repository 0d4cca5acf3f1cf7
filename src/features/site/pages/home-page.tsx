import ArrowRight from 'lucide-react/icons/arrow-right'
import BookOpen from 'lucide-react/icons/book-open'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { AsOf } from '../components/as-of'
import { Figures } from '../components/figures'
import { HomeTabs } from '../components/home-tabs'
import { IllustratedHeader } from '../components/illustrated-header'
import { Morning } from '../components/morning'
import { PageMeta } from '../components/page-meta'
import { Picture } from '../components/picture'
import { PictureItem } from '../components/picture-item'
import { homeContent } from '../content/home'
import { morning } from '../content/morning'
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'

const { hero, proof, chairs, voice, map, ways, contact } = homeContent

const partnersIn = (state: string) =>
  homeContent.work.partners.filter((partner) => partner.state === state)

export function HomePage() {
  return (
    <>
      <PageMeta description={organisation.description} path={paths.home} />
      <IllustratedHeader title={hero.title} lead={hero.lead} image={hero.image}>
        <Link className={buttonClass({ size: 'lg' })} to={paths.getInvolved}>
          Start Your Journey
        </Link>
        <Link className={buttonClass({ variant: 'outline', size: 'lg' })} to={paths.programs}>
          Learn More <span className="sr-only">about our programs</span>
        </Link>
      </IllustratedHeader>

      <Section ground="sunken" className="py-10" aria-labelledby="proof">
        <div className="grid items-center gap-x-12 gap-y-6 lg:grid-cols-[1fr_2.5fr]">
          <div>
            <h2 id="proof" className="text-subheading">
              {proof.title}
            </h2>
            <p className="text-sm text-ink-soft">
              <AsOf day={proof.asOf} />
            </p>
          </div>
          <Figures figures={proof.figures} className="text-forest-700" />
        </div>
      </Section>

      <Section ground="raised" aria-labelledby="morning">
        <h2 id="morning">{morning.title}</h2>
        <Morning />
      </Section>

      <Section ground="sunken" aria-labelledby="chairs">
        <div className="grid items-center gap-x-16 gap-y-6 sm:gap-y-8 lg:grid-cols-2">
          <Picture picture={chairs.image} />
          <div className="max-lg:order-first">
            <h2 id="chairs">{chairs.title}</h2>
            <p className="mt-4 max-w-measure text-ink-soft sm:text-lg">{chairs.text}</p>
            <Link
              className={buttonClass({ variant: 'outline', className: 'mt-6' })}
              to={paths.founder}
            >
              {chairs.action}
            </Link>
          </div>
        </div>
      </Section>

      <Section aria-labelledby="our-foundation">
        <h2 id="our-foundation" className="max-w-[24ch]">
          {homeContent.tabsTitle}
        </h2>
        <HomeTabs />
      </Section>

      <Section ground="forest" aria-label={`In the words of ${voice.name}`}>
        <div className="grid items-center gap-x-16 gap-y-6 sm:grid-cols-[12rem_1fr] lg:grid-cols-[16rem_1fr]">
          <Picture picture={voice.image} className="max-w-24 rounded-t-full sm:max-w-none" />
          <figure>
            <blockquote className="max-w-[34ch] font-display text-heading text-paper-raised">
              <p className="text-balance">“{voice.quote}”</p>
            </blockquote>
            <figcaption className="mt-5">
              <span className="font-semibold text-marigold-300">{voice.name}</span>, {voice.role}
            </figcaption>
          </figure>
        </div>
      </Section>

      <Section aria-labelledby="where">
        <h2 id="where">{map.title}</h2>
        <Picture picture={map.image} className="mt-6 rounded-panel sm:mt-10" />
        <dl className="mt-6 grid grid-cols-2 gap-x-5 gap-y-5 max-sm:text-sm sm:mt-8 sm:gap-x-8 sm:gap-y-6 lg:grid-cols-4">
          {map.places.map(({ place, ...rest }) => (
            <div key={place}>
              <dt className="font-display text-subheading text-forest-900">{place}</dt>
              {'text' in rest ? (
                <dd className="text-ink-soft">{rest.text}</dd>
              ) : (
                partnersIn(rest.state).map(({ name, city }) => (
                  <dd key={name} className="text-ink-soft">
                    {name}, {city}
                  </dd>
                ))
              )}
            </div>
          ))}
        </dl>
      </Section>

      <Section ground="raised" aria-labelledby="ways">
        <h2 id="ways">{ways.title}</h2>
        <ul className="mt-6 grid gap-x-8 gap-y-4 sm:mt-10 sm:grid-cols-2 sm:gap-y-10 lg:grid-cols-4">
          {ways.list.map(({ to, image, action, text }) => (
            <PictureItem key={to} picture={image} className="group/way relative">
              <h3>
                <Link
                  to={paths[to]}
                  className="flex items-center justify-between gap-3 group-hover/way:text-clay-700 after:absolute after:inset-0"
                >
                  {action}
                  <ArrowRight aria-hidden="true" className="size-5 shrink-0" />
                </Link>
              </h3>
              <p className="mt-1 text-ink-soft">{text}</p>
            </PictureItem>
          ))}
        </ul>
      </Section>

      <Contact />
    </>
  )
}

const contactFacts = [
  { Icon: MapPin, label: 'Location', value: organisation.location },
  {
    Icon: Mail,
    label: 'Email',
    value: <a href={mailLink(organisation.email)}>{organisation.email}</a>,
  },
  { Icon: BookOpen, label: 'Organization type', value: organisation.type },
]

function Contact() {
  return (
    <Section ground="sunken" aria-labelledby="contact-us">
      <div className="grid gap-8 md:grid-cols-2 md:gap-12 lg:gap-20">
        <div>
          <h2 id="contact-us">{contact.title}</h2>
          <p className="mt-4 max-w-[44ch] text-lg text-ink-soft">{contact.text}</p>
          <Link className={buttonClass({ className: 'mt-5 sm:mt-8' })} to={paths.contact}>
            {contact.action}
          </Link>
        </div>
        <dl className="divide-y divide-line border-y border-line">
          {contactFacts.map(({ Icon, label, value }) => (
            <div key={label} className="grid grid-cols-[2rem_1fr] items-start gap-x-4 py-3 sm:py-5">
              <Icon aria-hidden="true" className="row-span-2 mt-1 size-6 text-clay-600" />
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd className="font-semibold sm:text-lg">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  )
}
