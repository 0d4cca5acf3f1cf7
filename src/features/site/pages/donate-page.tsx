import { paths } from '@/shared/config/paths'
import { Section } from '@/shared/ui/container'
import { FigureLink } from '../components/figure-link'
import { GiftBar, GiftForm } from '../components/gift-form'
import { PageMeta } from '../components/page-meta'
import { Questions } from '../components/questions'
import { ReachUs } from '../components/reach-us'
import { donateContent } from '../content/donate'
import type { LazyForm } from '../lib/lazy-form'
import { useGift, type Pledged } from '../lib/use-gift'

const { title, gifts, ways } = donateContent

export function DonatePage({ pledge }: { pledge: LazyForm<Pledged> }) {
  const gift = useGift()
  return (
    <div className="max-sm:[&_:is(a,button,input,select,summary)]:scroll-mb-32">
      <PageMeta title={title} description={donateContent.description} path={paths.donate} />
      <Section ground="forest" className="py-4 sm:py-5 2xl:py-14">
        <div className="grid items-start gap-x-12 gap-y-4 lg:grid-cols-[2fr_3fr]">
          <div className="lg:sticky lg:top-24 lg:pt-8">
            <h1>{title}</h1>
            <p className="mt-2 max-w-[44ch] sm:mt-4 sm:text-lg">{donateContent.lead}</p>
            {/* `Picture` comes in a file with much that only other pages need. */}
            <img
              {...donateContent.image}
              loading="lazy"
              decoding="async"
              className="mt-6 h-auto max-h-44 w-full rounded-panel object-cover max-lg:hidden"
            />
            <Facts className="mt-5 max-lg:hidden" />
          </div>
          <GiftForm state={gift} pledge={pledge} />
          <Facts className="lg:hidden" />
        </div>
      </Section>

      <Section aria-labelledby="gifts">
        <h2 id="gifts">{donateContent.giftsTitle}</h2>
        <p className="mt-4 max-w-measure text-lg text-ink-soft">{donateContent.giftsText}</p>
        <ul className="mt-10 border-b border-line-strong">
          {gifts.map(({ amount, text }) => (
            <li
              key={amount}
              className="grid items-baseline gap-x-12 border-t border-line-strong py-6 md:grid-cols-[14rem_1fr]"
            >
              <p className="font-display text-heading whitespace-nowrap text-forest-700">
                {amount}
              </p>
              <p className="max-w-measure text-lg">{text}</p>
            </li>
          ))}
        </ul>
      </Section>

      <Section ground="sunken" aria-labelledby="ways">
        <h2 id="ways">{donateContent.waysTitle}</h2>
        <ul className="mt-10 grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {ways.map((way) => (
            <li key={way.title}>
              <h3>{way.title}</h3>
              <p className="mt-2 text-ink-soft">{way.text}</p>
            </li>
          ))}
        </ul>
      </Section>

      <Section>
        <div className="grid items-start gap-x-20 gap-y-14 md:grid-cols-2">
          <Questions content={donateContent.questions} />
          <div>
            <h2 className="text-subheading">{donateContent.contactTitle}</h2>
            <div className="mt-4 text-ink-soft">
              <ReachUs text={donateContent.contactText} subject={title} />
            </div>
          </div>
        </div>
      </Section>
      <GiftBar state={gift} />
    </div>
  )
}

/** What speaks for giving, beside the amount */
function Facts({ className }: { className: string }) {
  return (
    <dl className={`grid gap-3 sm:grid-cols-3 lg:grid-cols-1 ${className}`}>
      {donateContent.facts.map((fact) => (
        <div key={fact.text} className="border-t border-forest-600 pt-2">
          <dt className="font-semibold text-paper-raised">
            {'id' in fact ? <FigureLink id={fact.id}>{fact.value}</FigureLink> : fact.title}
          </dt>
          <dd className="text-sm">{fact.text}</dd>
        </div>
      ))}
    </dl>
  )
}
