import { useQuery } from '@tanstack/react-query'
import { useAuth } from '@/shared/auth/auth-context'
import { cardsFor } from '@/shared/auth/routes'
import { paths } from '@/shared/config/paths'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { Spinner } from '@/shared/ui/spinner'
import { LinkCards } from './link-cards'
import { OwnGifts } from './own-gifts'
import { OwnNewsletter } from './own-newsletter'
import { addressQuery } from './own-queries'
import { OwnSubmissions } from './own-submissions'
import { Unconfirmed } from './unconfirmed'

const links = [
  { to: paths.donate, title: 'Donate', text: 'See how to support the work with a gift.' },
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
  { to: paths.contact, title: 'Stay connected', text: 'Write to us, or get our newsletter.' },
]

/** Accounts without a staff role see their own records here. Some still hold a permission. */
export function SupporterHome() {
  const areas = cardsFor(useAuth())

  return (
    <>
      <div className="on-forest mt-8 flex items-center justify-between gap-x-8 rounded-panel px-6 max-sm:flex-col sm:px-12">
        <p className="max-w-[28ch] py-8 font-display max-sm:pb-5 text-lg text-balance sm:text-subheading">
          Thank you for standing with us. What would you like to do next?
        </p>
        <img
          src="/images/morning.svg#book"
          width={240}
          height={200}
          alt=""
          className="h-auto w-60 self-end rounded-t-full max-sm:w-36"
        />
      </div>
      {areas.length > 0 && <LinkCards links={areas} />}
      <Own />
      <LinkCards links={links} />
    </>
  )
}

function Own() {
  const address = useQuery(addressQuery)
  if (address.isLoadingError) {
    return <LoadFailure title="Your page could not be loaded." query={address} className="mt-8" />
  }
  if (address.data === undefined) return <Spinner className="my-16" label="Loading your page..." />
  if (address.data === null) return <Unconfirmed />
  return (
    <div className="mt-8 grid items-start gap-6 lg:grid-cols-2 lg:[&>:last-child]:col-span-full">
      <OwnSubmissions />
      <OwnGifts />
      <OwnNewsletter address={address.data} />
    </div>
  )
}
