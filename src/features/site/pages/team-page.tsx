import Mail from 'lucide-react/icons/mail'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from '@/shared/ui/card'
import { Section } from '@/shared/ui/container'
import { ExternalLink } from '../components/external-link'
import { PageMeta } from '../components/page-meta'
import { Picture } from '../components/picture'
import { mailLink } from '@/shared/lib/contact-links'
import type { Leader } from '../content/team'
import { leaders, teamPage } from '../content/team'
import { staticPart } from '@/shared/ui/static-part'

const Board = staticPart(() => import('../components/board'))

export function TeamPage() {
  const { title, lead, image, closing } = teamPage
  return (
    <>
      <PageMeta title={title} description={teamPage.description} path={paths.leadership} />
      <Section className="pb-0 sm:pb-0">
        <div className="grid items-center gap-x-12 gap-y-8 md:grid-cols-[2fr_3fr]">
          <div>
            <h1>{title}</h1>
            <p className="mt-5 max-w-[48ch] text-lg text-ink-soft">{lead}</p>
          </div>
          <Picture picture={image} eager className="rounded-panel" />
        </div>
      </Section>

      <Section className="pt-12 sm:pt-16" aria-label="Leaders">
        <h2 className="sr-only">Leaders</h2>
        <ul className="grid gap-4 sm:gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {leaders.map((leader) => (
            <LeaderCard key={leader.email} leader={leader} />
          ))}
        </ul>
      </Section>

      <Board />

      <Section ground="sunken" aria-labelledby="closing">
        <div className="flex flex-wrap items-end justify-between gap-x-16 gap-y-8">
          <div>
            <h2 id="closing">{closing.title}</h2>
            <p className="mt-4 max-w-[44ch] text-lg text-ink-soft">{closing.text}</p>
          </div>
          <div className="flex flex-wrap gap-4">
            <Link className={buttonClass({ size: 'lg' })} to={paths.partner}>
              {closing.partner}
            </Link>
            <Link className={buttonClass({ variant: 'outline', size: 'lg' })} to={paths.donate}>
              {closing.donate}
            </Link>
          </div>
        </div>
      </Section>
    </>
  )
}

function LeaderCard({ leader }: { leader: Leader }) {
  const { name, title, image, bio, location, email, linkedin } = leader
  return (
    <Card
      as="li"
      className="xs:max-sm:grid xs:max-sm:grid-cols-[8rem_minmax(0,1fr)] xs:max-sm:items-center"
    >
      <CardContent className="max-sm:pe-0">
        <Picture picture={image} className="rounded-t-full rounded-b-control max-xs:w-24" />
      </CardContent>
      <CardHeader className="xs:max-sm:ps-0 xs:max-sm:pt-card">
        <CardTitle>{name}</CardTitle>
        <p className="font-semibold text-clay-700">{title}</p>
        <p className="text-sm text-ink-soft">{location}</p>
      </CardHeader>
      <CardContent className="col-span-full">
        <p className="max-sm:text-sm">{bio}</p>
      </CardContent>
      <CardFooter className="col-span-full sm:pt-2">
        <a href={mailLink(email)} className={buttonClass({ variant: 'outline' })}>
          <Mail aria-hidden="true" />
          <span>
            Contact <span className="sr-only">{name}</span>
          </span>
        </a>
        {linkedin !== '#' && (
          <ExternalLink href={linkedin} className={buttonClass({ variant: 'ghost' })}>
            <span>
              LinkedIn <span className="sr-only">profile of {name}</span>
            </span>
          </ExternalLink>
        )}
      </CardFooter>
    </Card>
  )
}
