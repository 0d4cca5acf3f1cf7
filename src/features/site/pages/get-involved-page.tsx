import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from '@/shared/ui/card'
import { Section } from '@/shared/ui/container'
import { Figures } from '../components/figures'
import { IllustratedHeader } from '../components/illustrated-header'
import { PageMeta } from '../components/page-meta'
import { Picture } from '../components/picture'
import { getInvolvedContent } from '../content/get-involved'
import { volunteerContent } from '../content/volunteer'

const { title, ways, give, stories, invitation } = getInvolvedContent

export function GetInvolvedPage() {
  const [feature, ...others] = stories
  return (
    <>
      <PageMeta
        title={title}
        description={getInvolvedContent.description}
        path={paths.getInvolved}
      />
      <IllustratedHeader
        title={title}
        lead={getInvolvedContent.lead}
        image={getInvolvedContent.image}
      />

      <Section aria-labelledby="ways">
        <h2 id="ways">{getInvolvedContent.waysTitle}</h2>
        <ul className="mt-10 grid gap-6 md:grid-cols-2 lg:grid-cols-[3fr_2fr]">
          <li className="on-forest flex flex-col items-start rounded-panel p-8 sm:col-span-full sm:p-12 lg:col-span-1 lg:row-span-2">
            <h3 className="text-heading">{ways.volunteer.title}</h3>
            <p className="mt-4 max-w-[48ch] text-lg">{ways.volunteer.text}</p>
            <ul className="my-10 w-full border-b border-forest-600">
              {Object.values(volunteerContent.opportunities).map((opportunity) => (
                <li
                  key={opportunity.title}
                  className="flex flex-wrap justify-between gap-x-6 border-t border-forest-600 py-2"
                >
                  {opportunity.title}
                  <span className="text-forest-200">{opportunity.commitment}</span>
                </li>
              ))}
            </ul>
            <Link
              className={buttonClass({ size: 'lg', className: 'mt-auto' })}
              to={paths.volunteer}
            >
              {ways.volunteer.action}
            </Link>
          </li>
          <Way way={ways.partner} to={paths.partner} />
          <Way way={ways.joinPrograms} to={paths.joinPrograms} />
        </ul>
        <section
          aria-labelledby="give"
          className="mt-6 grid items-center gap-x-12 overflow-hidden rounded-panel bg-paper-sunken sm:grid-cols-[2fr_3fr]"
        >
          <Picture picture={give.image} className="max-h-72 sm:h-full" />
          <div className="p-8 sm:ps-0 sm:py-10">
            <h2 id="give" className="text-heading">
              {give.title}
            </h2>
            <p className="mt-3 max-w-[44ch] text-lg text-ink-soft">{give.text}</p>
            <Link className={buttonClass({ className: 'mt-6' })} to={paths.donate}>
              {give.action}
            </Link>
          </div>
        </section>
      </Section>

      <Section ground="sunken" className="py-16" aria-labelledby="figures">
        <h2 id="figures">{getInvolvedContent.figuresTitle}</h2>
        <p className="mt-3 max-w-measure text-ink-soft">{getInvolvedContent.figuresText}</p>
        <Figures figures={getInvolvedContent.figures} className="mt-10 text-forest-700" />
      </Section>

      <Section aria-labelledby="stories">
        <h2 id="stories">{getInvolvedContent.storiesTitle}</h2>
        {feature && (
          <article className="mt-10 grid items-center gap-x-16 gap-y-8 md:grid-cols-[1fr_2fr]">
            {feature.image && (
              <Picture picture={feature.image} className="max-w-60 rounded-t-full md:max-w-80" />
            )}
            <div>
              <p className="font-semibold text-clay-700">{feature.kind}</p>
              <h3 className="mt-2 text-heading">{feature.title}</h3>
              <p className="mt-4 max-w-measure text-lg text-ink-soft">{feature.text}</p>
              <p className="mt-4 font-semibold">{feature.name}</p>
            </div>
          </article>
        )}
        <div className="mt-16 grid gap-x-16 gap-y-12 border-t border-line pt-12 md:grid-cols-2">
          {others.map((story) => (
            <article key={story.title}>
              <p className="font-semibold text-clay-700">{story.kind}</p>
              <h3 className="mt-2">{story.title}</h3>
              <p className="mt-3 max-w-measure text-ink-soft">{story.text}</p>
              <p className="mt-3 font-semibold">{story.name}</p>
            </article>
          ))}
        </div>
      </Section>

      <Section ground="raised" width="narrow" className="text-center" aria-labelledby="invitation">
        <h2 id="invitation">{invitation.title}</h2>
        <p className="mt-4 text-lg text-ink-soft">{invitation.text}</p>
        <Link
          className={buttonClass({ variant: 'outline', size: 'lg', className: 'mt-8' })}
          to={paths.contact}
        >
          {invitation.action}
        </Link>
      </Section>
    </>
  )
}

function Way({ way, to }: { way: typeof ways.partner; to: string }) {
  return (
    <Card as="li">
      <CardHeader>
        <CardTitle>{way.title}</CardTitle>
      </CardHeader>
      <CardContent>
        <p className="text-ink-soft">{way.text}</p>
      </CardContent>
      <CardFooter>
        <Link className={buttonClass({ variant: 'outline' })} to={to}>
          {way.action}
          <ArrowRight aria-hidden="true" />
        </Link>
      </CardFooter>
    </Card>
  )
}
