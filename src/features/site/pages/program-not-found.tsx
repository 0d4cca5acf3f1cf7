import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { GoBackButton } from '../components/go-back-button'
import { PageMeta } from '../components/page-meta'

export function ProgramNotFound() {
  return (
    <Section width="narrow" className="text-center">
      <PageMeta title="Program Not Found" />
      <h1>Program Not Found</h1>
      <p className="mx-auto mt-4 max-w-[44ch] text-lg text-balance text-ink-soft">
        We have no program by this name. It may have ended, or the link may have a typo.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-4">
        <GoBackButton />
        <Link className={buttonClass({ variant: 'outline' })} to={paths.programs}>
          All programs
        </Link>
      </div>
    </Section>
  )
}
