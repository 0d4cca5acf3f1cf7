import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { breadcrumbList } from '../components/breadcrumb-list'
import { ExternalLink } from '../components/external-link'
import { IllustratedHeader } from '../components/illustrated-header'
import { PageMeta } from '../components/page-meta'
import { ReachUs } from '../components/reach-us'
import { donateContent } from '../content/donate'
import { getInvolvedContent } from '../content/get-involved'
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'

const { title, gifts, ways, assurance } = donateContent
const action = buttonClass({ variant: 'accent', size: 'lg' })

export function DonatePage() {
  return (
    <>
      <PageMeta
        title={title}
        description={donateContent.description}
        path={paths.donate}
        structuredData={[
          breadcrumbList(
            { name: getInvolvedContent.title, path: paths.getInvolved },
            { name: title, path: paths.donate },
          ),
        ]}
      />
      <IllustratedHeader title={title} lead={donateContent.lead} image={donateContent.image}>
        {organisation.donationUrl ? (
          <ExternalLink className={action} href={organisation.donationUrl}>
            {donateContent.actionOnline}
          </ExternalLink>
        ) : (
          <a className={action} href={mailLink(organisation.email, title)}>
            {donateContent.actionEmail}
          </a>
        )}
      </IllustratedHeader>

      <Section aria-labelledby="gifts">
        <h2 id="gifts">{donateContent.giftsTitle}</h2>
        <p className="mt-4 max-w-measure text-lg text-ink-soft">{donateContent.giftsText}</p>
        <ul className="mt-10 border-b border-line-strong">
          {gifts.map(({ amount, text }) => (
            <li
              key={amount}
              className="grid items-baseline gap-x-12 border-t border-line-strong py-6 md:grid-cols-[14rem_1fr]"
            >
              <p className="font-display text-title text-forest-700">{amount}</p>
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

      <Section aria-labelledby="assurance">
        <div className="grid gap-x-20 gap-y-14 md:grid-cols-2">
          <div>
            <h2 id="assurance">{assurance.title}</h2>
            <p className="mt-4 text-lg text-ink-soft">{assurance.text}</p>
          </div>
          <div>
            <h2>{donateContent.contactTitle}</h2>
            <div className="mt-4 text-lg text-ink-soft">
              <ReachUs text={donateContent.contactText} subject={title} />
            </div>
          </div>
        </div>
      </Section>
    </>
  )
}
