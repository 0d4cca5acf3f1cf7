import { useAuth } from '@/shared/auth/auth-context'
import { cardsFor } from '@/shared/auth/places'
import { paths } from '@/shared/config/paths'
import { LinkCards } from './link-cards'

const links = [
  { to: paths.donate, title: 'Give', text: 'See how to support the work with a gift.' },
  {
    to: paths.volunteer,
    title: 'Volunteer',
    text: 'Teach, tutor, help at events or in the office.',
  },
  {
    to: paths.joinPrograms,
    title: 'Join a program',
    text: 'Apply for a child, for yourself or for your family.',
  },
  { to: paths.programs, title: 'Our programs', text: 'See what your support makes possible.' },
  { to: paths.partner, title: 'Partner with us', text: 'Propose what we could do together.' },
  { to: paths.contact, title: 'Stay connected', text: 'Write to us, or receive our newsletter.' },
]

/** For all who do not work here. A permission may still have been granted to one of them. */
export function SupporterHome() {
  const areas = cardsFor(useAuth())

  return (
    <>
      <p className="mt-6 max-w-measure text-lg text-ink-soft">
        Thank you for standing with us. What would you like to do next?
      </p>
      <LinkCards links={[...areas, ...links]} />
    </>
  )
}
