import { Link } from 'react-router-dom'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { academyOverview } from '../content/academy-overview'
import { applicationPath } from '../lib/program-path'
import { PictureItem } from './picture-item'

/** The academy, its students and how it teaches. */
export function AcademyOverview() {
  const [opening, ...story] = academyOverview.story
  return (
    <>
      <Section className="py-12 sm:py-16" aria-labelledby="story">
        <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[3fr_2fr]">
          <div>
            <h2 id="story">{academyOverview.storyTitle}</h2>
            <p className="mt-6 max-w-measure text-lg text-forest-900">{opening}</p>
            {story.map((paragraph) => (
              <p key={paragraph} className="mt-5 max-w-measure text-ink-soft">
                {paragraph}
              </p>
            ))}
          </div>
          <div>
            <h3 id="ages">{academyOverview.agesTitle}</h3>
            <dl className="mt-4 divide-y divide-line-strong border-y border-line-strong">
              {academyOverview.ages.map(({ group, ages, text }) => (
                <div
                  key={group}
                  className="grid gap-x-5 py-5 xs:grid-cols-[6.5rem_1fr] 2xl:grid-cols-[8.5rem_1fr]"
                >
                  <dt className="font-semibold xs:col-start-2">{group}</dt>
                  <dd className="row-start-1 font-display xs:col-start-1 xs:row-span-2 text-heading whitespace-nowrap text-clay-600">
                    <span className="sr-only">Ages </span>
                    {ages}
                  </dd>
                  <dd className="text-ink-soft xs:col-start-2">{text}</dd>
                </div>
              ))}
            </dl>
            <Link
              className={buttonClass({ className: 'mt-4' })}
              to={applicationPath('early-childhood')}
            >
              {academyOverview.apply}
            </Link>
          </div>
        </div>
      </Section>
      <Section
        ground="sunken"
        className="pt-14 pb-20 sm:pt-20 sm:pb-32"
        aria-labelledby="principles"
      >
        <h2 id="principles">{academyOverview.principlesTitle}</h2>
        <ul className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-3 lg:gap-x-12">
          {academyOverview.principles.map(({ title, text, image }) => (
            <PictureItem key={title} picture={image}>
              <h3>{title}</h3>
              <p className="mt-1 text-ink-soft sm:mt-2">{text}</p>
            </PictureItem>
          ))}
        </ul>
      </Section>
    </>
  )
}
