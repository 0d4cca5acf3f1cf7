import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { PageMeta } from '../components/page-meta'
import { organisation } from '../content/organisation'

export function HomePage() {
  return (
    <>
      <PageMeta description={organisation.description} path={paths.home} />
      <Section ground="forest" className="py-24 sm:py-32">
        <h1 className="max-w-[18ch] text-display">
          Empowering Communities Through Education &amp; Hope
        </h1>
        <p className="mt-6 max-w-measure text-lg">
          {organisation.fullName} empowers individuals through education, mentorship and community
          support.
        </p>
        <div className="mt-10 flex flex-wrap gap-4">
          <Link className={buttonClass({ variant: 'accent', size: 'lg' })} to={paths.getInvolved}>
            Start Your Journey
          </Link>
          <Link className={buttonClass({ variant: 'outline', size: 'lg' })} to={paths.programs}>
            Learn More
          </Link>
        </div>
      </Section>
    </>
  )
}
