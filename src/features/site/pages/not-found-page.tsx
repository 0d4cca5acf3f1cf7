import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { GoBackButton } from '../components/go-back-button'
import { PageMeta } from '../components/page-meta'

const popularPages = [
  { to: paths.about, label: 'About' },
  { to: paths.programs, label: 'Programs' },
  { to: paths.leadership, label: 'Leadership' },
  { to: paths.getInvolved, label: 'Get Involved' },
]

export function NotFoundPage() {
  const { pathname } = useLocation()

  useEffect(() => {
    console.warn(`No page at ${pathname}`)
  }, [pathname])

  return (
    <Section width="narrow" className="text-center">
      <PageMeta title="Page Not Found" />
      <p className="font-display text-title text-marigold-600" aria-hidden="true">
        404
      </p>
      <h1>Page Not Found</h1>
      <p className="mx-auto mt-4 max-w-measure text-lg text-ink-soft">
        There is nothing at this address. It may have moved, or the link may have a typo.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-4">
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
        <ul className="mt-4 flex flex-wrap justify-center gap-x-6 gap-y-2">
          {popularPages.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </Section>
  )
}
