import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { staticPart } from '@/shared/ui/static-part'
import { AsOf } from '../components/as-of'
import { Figures } from '../components/figures'
import { HomeTabs } from '../components/home-tabs'
import { IllustratedHeader } from '../components/illustrated-header'
import { Morning } from '../components/morning'
import { PageMeta } from '../components/page-meta'
import { Picture } from '../components/picture'
import { homeContent } from '../content/home'
import { morning } from '../content/morning'
import { organisation } from '@/shared/data/organisation'

const HomeEnd = staticPart(() => import('../components/home-end'))

const { hero, proof, chairs } = homeContent

export function HomePage() {
  return (
    <>
      <PageMeta description={organisation.description} path={paths.home} />
      <IllustratedHeader
        title={hero.title}
        lead={hero.lead}
        leadClass="sm:text-lg"
        image={hero.image}
        imageClass="object-[50%_75%] max-md:aspect-[2/1]"
      >
        <p className="basis-full">
          <Link to={paths.donate}>{hero.reason}</Link>
        </p>
        <Link className={buttonClass()} to={paths.getInvolved}>
          Start Your Journey
        </Link>
        <Link className={buttonClass({ variant: 'outline' })} to={paths.programs}>
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

      <HomeEnd />
    </>
  )
}
