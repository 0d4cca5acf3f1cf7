import { paths } from '@/shared/config/paths'
import { Section } from '@/shared/ui/container'
import { staticPart } from '@/shared/ui/static-part'
import { FigureLink } from '../components/figure-link'
import { GiftBar, GiftForm } from '../components/gift-form'
import { PageMeta } from '../components/page-meta'
import { donateContent } from '../content/donate'
import type { LazyForm } from '../lib/lazy-form'
import { useGift, type Pledged } from '../lib/use-gift'

const GivingDetails = staticPart(() => import('../components/giving-details'))

const { title } = donateContent

export function DonatePage({ pledge }: { pledge: LazyForm<Pledged> }) {
  const gift = useGift()
  return (
    <div className="max-sm:[&_:is(a,button,input,select,summary)]:scroll-mb-32">
      <PageMeta title={title} description={donateContent.description} path={paths.donate} />
      <Section ground="forest" className="py-4 sm:py-5 2xl:py-14">
        <div className="grid grid-cols-1 items-start gap-x-12 gap-y-4 lg:grid-cols-[2fr_3fr]">
          <div className="lg:sticky lg:top-24 lg:pt-8">
            <h1>{title}</h1>
            <p className="mt-2 max-w-[44ch] sm:mt-4 sm:text-lg">{donateContent.lead}</p>
            {/* `Picture` is in a file with much that only other pages need. */}
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

      <GivingDetails />
      <GiftBar state={gift} />
    </div>
  )
}

/** Reasons to give, beside the amount */
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
