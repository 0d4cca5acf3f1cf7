import ArrowRight from 'lucide-react/icons/arrow-right'
import BookOpen from 'lucide-react/icons/book-open'
import HandCoins from 'lucide-react/icons/hand-coins'
import Sprout from 'lucide-react/icons/sprout'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Card, CardContent } from '@/shared/ui/card'
import { homeContent } from '../content/home'
import { PageTabs } from './page-tabs'
import { Picture } from './picture'
import { ScrollRow } from './scroll-row'
import { StatisticCard } from './statistic-card'
import { Testimonial } from './testimonial'

const { foundation, work, impact } = homeContent

const valueIcons = [BookOpen, HandCoins, Sprout] as const

/** The foundation, its work and its impact. */
export function HomeTabs() {
  return (
    <div className="mt-8">
      <PageTabs
        label={homeContent.tabsTitle}
        panelClass="pt-8 sm:pt-12"
        tabs={[
          { id: 'foundation', label: 'Foundation', content: <Foundation /> },
          { id: 'work', label: 'Our Work', content: <OurWork /> },
          { id: 'impact', label: 'Our Impact', content: <OurImpact /> },
        ]}
      />
    </div>
  )
}

function Foundation() {
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[4fr_3fr] lg:gap-16">
      <div>
        <h3 className="text-base text-clay-700">Our mission</h3>
        <p className="mt-3 font-display text-heading text-forest-900">{foundation.mission}</p>
        {foundation.story.map((paragraph) => (
          <p key={paragraph} className="mt-4 max-w-measure text-ink-soft sm:mt-6 sm:text-lg">
            {paragraph}
          </p>
        ))}
      </div>
      <ScrollRow
        label={foundation.valuesTitle}
        className="max-sm:auto-cols-[min(18.5rem,84vw)] sm:gap-5"
      >
        {foundation.values.map(({ title, text }, index) => {
          const Icon = valueIcons[index] ?? BookOpen
          return (
            <Card as="li" key={title}>
              <CardContent className="flex gap-4 sm:gap-5">
                <Icon aria-hidden="true" className="mt-1 size-8 shrink-0 text-clay-600" />
                <div>
                  <h3>{title}</h3>
                  <p className="mt-1 text-ink-soft">{text}</p>
                </div>
              </CardContent>
            </Card>
          )
        })}
      </ScrollRow>
    </div>
  )
}

function OurWork() {
  const { school } = work
  return (
    <>
      <div className="grid items-center gap-10 lg:grid-cols-2 lg:gap-16">
        <Picture picture={school.image} className="rounded-panel" />
        <div>
          <h3 className="text-heading">{school.title}</h3>
          {school.text.map((paragraph) => (
            <p key={paragraph} className="mt-4 max-w-measure text-lg text-ink-soft">
              {paragraph}
            </p>
          ))}
          <Link
            className={buttonClass({ variant: 'outline', className: 'mt-8' })}
            to={paths.academy}
          >
            {school.action}
            <ArrowRight aria-hidden="true" />
          </Link>
        </div>
      </div>
      <div className="mt-20 grid gap-8 lg:grid-cols-[1fr_2fr] lg:gap-16">
        <div>
          <h3 id="investment-partners">{work.partnersTitle}</h3>
          <p className="mt-3 max-w-[44ch] text-ink-soft">{work.partnersText}</p>
        </div>
        <ul aria-labelledby="investment-partners" className="grid gap-x-12 sm:grid-cols-2">
          {work.partners.map(({ name, city, state }) => (
            <li key={name} className="border-t border-line-strong pt-4 pb-7">
              <p className="font-display text-subheading text-forest-900">{name}</p>
              <p className="mt-1 text-ink-soft">
                {city}, {state}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

function OurImpact() {
  return (
    <>
      <div className="on-forest rounded-panel p-6 sm:p-10">
        <h3>{impact.statisticsTitle}</h3>
        <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {impact.statistics.map((statistic) => (
            <StatisticCard key={statistic.label} statistic={statistic} />
          ))}
        </ul>
      </div>
      <div className="mt-20 grid gap-8 lg:grid-cols-[1fr_2fr] lg:gap-16">
        <h3 className="text-heading">{impact.lastingTitle}</h3>
        <ul className="grid gap-5 sm:grid-cols-2">
          {impact.lasting.map(({ title, text }) => (
            <Card as="li" key={title}>
              <CardContent>
                <h4>{title}</h4>
                <p className="mt-1 text-ink-soft">{text}</p>
              </CardContent>
            </Card>
          ))}
        </ul>
      </div>
      <h3 className="mt-20 text-heading">{impact.voicesTitle}</h3>
      <ul className="mt-8 grid gap-12 md:grid-cols-3 lg:gap-16">
        {impact.voices.map((voice) => (
          <li key={voice.name}>
            <Testimonial voice={voice} />
          </li>
        ))}
      </ul>
    </>
  )
}
