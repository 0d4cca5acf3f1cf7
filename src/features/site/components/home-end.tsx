import ArrowRight from 'lucide-react/icons/arrow-right'
import BookOpen from 'lucide-react/icons/book-open'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { homeContent } from '../content/home'
import { homeEnd } from '../content/home-end'
import { Picture } from './picture'
import { PictureItem } from './picture-item'

const { voice, map, ways, contact } = homeEnd

const partnersIn = (state: string) =>
  homeContent.work.partners.filter((partner) => partner.state === state)

/** Below the tabs of the home page: a quote, where we work, ways to join, and how to reach us. */
export function HomeEnd() {
  return (
    <>
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
        <dl className="mt-6 grid gap-x-5 gap-y-5 xs:grid-cols-2 max-sm:text-sm sm:mt-8 sm:gap-x-8 sm:gap-y-6 lg:grid-cols-4">
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
            <div
              key={label}
              className="grid grid-cols-[--spacing(8)_1fr] items-start gap-x-4 py-3 sm:py-5"
            >
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
