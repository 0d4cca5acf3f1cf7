import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { GoBackButton } from '../components/go-back-button'
import { PageMeta } from '../components/page-meta'
import { Picture } from '../components/picture'

const popularPages = [
  { to: paths.about, label: 'About' },
  { to: paths.programs, label: 'Programs' },
  { to: paths.leadership, label: 'Leadership' },
  { to: paths.getInvolved, label: 'Get Involved' },
]

const image = { src: '/images/scene-signpost.svg', width: 240, height: 200, alt: '' }

export function NotFoundPage() {
  const { pathname } = useLocation()

  useEffect(() => {
    console.warn(`No page at ${pathname}`)
  }, [pathname])

  return (
    <Section>
      <PageMeta title="Page Not Found" />
      <div className="grid items-center gap-x-16 gap-y-8 sm:grid-cols-[3fr_2fr]">
        <div>
          <p className="font-display text-title text-marigold-600" aria-hidden="true">
            404
          </p>
          <h1>Page Not Found</h1>
          <p className="mt-4 max-w-measure text-lg text-balance text-ink-soft">
            There is nothing at this address. It may have moved, or the link may have a typo.
          </p>
          <div className="mt-8 flex flex-wrap gap-4">
            <Link className={buttonClass()} to={paths.home}>
              Go Home
            </Link>
            <Link className={buttonClass({ variant: 'outline' })} to={paths.programs}>
              Browse Programs
            </Link>
            <GoBackButton variant="ghost" />
          </div>
          <nav aria-labelledby="popular-pages" className="mt-12">
            <h2 id="popular-pages" className="text-subheading">
              Popular Pages
            </h2>
            <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
              {popularPages.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
            <p className="mt-6 text-ink-soft">
              Looking for something else? <Link to={paths.contact}>Contact us</Link>. Here to give?{' '}
              <Link to={paths.donate}>Donate</Link>.
            </p>
          </nav>
        </div>
        <Picture
          picture={image}
          eager
          className="mx-auto max-w-72 rounded-panel max-sm:order-first sm:max-w-96"
        />
      </div>
    </Section>
  )
}
