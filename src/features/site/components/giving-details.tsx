import { env } from '@/shared/config/env'
import { Section } from '@/shared/ui/container'
import { donateContent } from '../content/donate'
import { givingContent } from '../content/giving'
import { Questions } from './questions'
import { ReachUs } from './reach-us'

const { amounts, gifts, honor, ways } = givingContent

/** What amounts pay for, other ways to give, and what donors ask first. */
export function GivingDetails() {
  return (
    <>
      <Section aria-labelledby="amounts">
        <h2 id="amounts">{givingContent.amountsTitle}</h2>
        <ul className="mt-8 border-b border-line-strong">
          {amounts.map(({ amount, text }) => (
            <li
              key={amount}
              className="grid items-baseline gap-x-12 border-t border-line-strong py-5 md:grid-cols-[14rem_1fr]"
            >
              <p className="font-display text-heading whitespace-nowrap text-forest-700">
                {amount}
              </p>
              <p className="max-w-measure text-lg">{text}</p>
            </li>
          ))}
        </ul>
        <h3 id="gifts" className="mt-14">
          {givingContent.giftsTitle}
        </h3>
        <p className="mt-2 max-w-measure text-ink-soft">{givingContent.giftsText}</p>
        <dl
          aria-labelledby="gifts"
          className="mt-4 grid gap-x-12 gap-y-4 sm:grid-cols-2 lg:grid-cols-4"
        >
          {gifts.map(({ amount, text }) => (
            <div key={amount} className="border-t border-line-strong pt-3">
              <dt className="font-display text-subheading text-forest-700">{amount}</dt>
              <dd className="text-ink-soft">{text}</dd>
            </div>
          ))}
        </dl>
      </Section>

      <Section ground="sunken" aria-labelledby="ways">
        <h2 id="ways">{givingContent.waysTitle}</h2>
        <ul className="mt-10 grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          <li>
            <h3>{honor.title}</h3>
            <p className="mt-2 text-ink-soft">
              {env.donateUrl ? (
                <>
                  {honor.online} <a href={honor.link.to}>{honor.link.label}</a>.
                </>
              ) : (
                honor.text
              )}
            </p>
          </li>
          {ways.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="mt-2 text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </Section>

      <Section>
        <div className="grid items-start gap-x-20 gap-y-14 md:grid-cols-2">
          <Questions content={givingContent.questions} />
          <div>
            <h2 className="text-subheading">{givingContent.contactTitle}</h2>
            <div className="mt-4 text-ink-soft">
              <ReachUs text={givingContent.contactText} subject={donateContent.title} />
            </div>
          </div>
        </div>
      </Section>
    </>
  )
}
