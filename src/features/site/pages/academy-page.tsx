import Check from 'lucide-react/icons/check'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import MapPin from 'lucide-react/icons/map-pin'
import Mail from 'lucide-react/icons/mail'
import { paths } from '@/shared/config/paths'
import { cn } from '@/shared/lib/cn'
import { Badge } from '@/shared/ui/badge'
import { buttonClass } from '@/shared/ui/button'
import { Card, CardContent, CardTitle } from '@/shared/ui/card'
import { Container, Section, containerClass } from '@/shared/ui/container'
import { staticPart } from '@/shared/ui/static-part'
import { AcademyProgramCard } from '../components/academy-program-card'
import { PageMeta } from '../components/page-meta'
import { PageTabs } from '../components/page-tabs'
import { Picture } from '../components/picture'
import {
  useRegistration,
  type OnRegister,
  type RegistrationDialog,
} from '../components/use-registration'
import { academy, academyPrograms, academyTeam, shownOnAcademyPage } from '../content/academy'
import { mailLink } from '@/shared/lib/contact-links'
import type { TeamMember } from '../content/academy'

const Overview = staticPart(() => import('../components/academy-overview'))

const shownPrograms = academyPrograms.filter(shownOnAcademyPage)

export function AcademyPage({ registration }: { registration: RegistrationDialog }) {
  const { register, dialog } = useRegistration(registration)
  return (
    <>
      <PageMeta title="Academy" description={academy.description} path={paths.academy} />
      <section className="on-forest overflow-hidden pt-14 sm:pt-20">
        <Container>
          <h1>{academy.title}</h1>
          <p className="mt-5 max-w-[48ch] text-lg">{academy.lead}</p>
        </Container>
        <Picture
          picture={academy.image}
          eager
          className="mt-8 aspect-[2/1] object-[58%_100%] sm:aspect-[3/1] lg:aspect-32/7"
        />
      </section>

      <div className="pt-8">
        <PageTabs
          label={academy.title}
          listClass={cn(containerClass, 'max-w-page')}
          tabs={[
            { id: 'overview', label: 'Overview', content: <Overview /> },
            { id: 'leadership', label: 'Leadership', content: <Leadership /> },
            { id: 'programs', label: 'Programs', content: <Programs onRegister={register} /> },
          ]}
        />
      </div>
      {dialog}
    </>
  )
}

function Leadership() {
  const [firstVoice, ...voices] = academy.voices
  return (
    <>
      <Section className="py-12 sm:py-16" aria-labelledby="academy-team">
        <h2 id="academy-team">{academy.teamTitle}</h2>
        <ul className="mt-10 grid gap-y-16 lg:gap-y-20">
          {academyTeam.map((member, index) => (
            <TeamMemberProfile key={member.email} member={member} mirrored={index % 2 === 1} />
          ))}
        </ul>
      </Section>

      <Section ground="forest" aria-labelledby="voices">
        <h2 id="voices" className="text-subheading">
          {academy.voicesTitle}
        </h2>
        <div className="mt-8 grid gap-x-20 gap-y-12 lg:grid-cols-[3fr_2fr]">
          {firstVoice && (
            <figure>
              <blockquote className="font-display text-heading text-paper-raised">
                <p>“{firstVoice.quote}”</p>
              </blockquote>
              <Speaker {...firstVoice} />
            </figure>
          )}
          <div className="grid content-center gap-10">
            {voices.map((voice) => (
              <figure key={voice.name} className="border-s-2 border-marigold-400 ps-6">
                <blockquote className="text-lg text-paper-raised">
                  <p>“{voice.quote}”</p>
                </blockquote>
                <Speaker {...voice} />
              </figure>
            ))}
          </div>
        </div>
      </Section>

      <Section aria-labelledby="credentials">
        <h2 id="credentials">{academy.credentialsTitle}</h2>
        <ul className="mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
          {academy.credentials.map(({ title, text }) => (
            <Card as="li" key={title} className="shadow-none">
              <CardContent>
                <CardTitle>{title}</CardTitle>
                <p className="mt-2 text-ink-soft">{text}</p>
              </CardContent>
            </Card>
          ))}
        </ul>
      </Section>
    </>
  )
}

function Speaker({ name, role }: { name: string; role: string }) {
  return (
    <figcaption className="mt-4">
      <span className="font-semibold text-marigold-300">{name}</span>, {role}
    </figcaption>
  )
}

function TeamMemberProfile({ member, mirrored }: { member: TeamMember; mirrored: boolean }) {
  return (
    <li
      className={cn(
        'grid gap-x-14 gap-y-5 md:grid-cols-[14rem_1fr] lg:gap-x-20',
        mirrored ? 'lg:grid-cols-[1fr_20rem]' : 'lg:grid-cols-[20rem_1fr]',
      )}
    >
      <div className={cn('self-end md:col-start-2', mirrored && 'lg:col-start-1')}>
        <h3 className="text-heading">{member.name}</h3>
        <p className="mt-1 text-lg font-semibold text-clay-700">{member.title}</p>
      </div>
      <div
        className={cn(
          'max-w-60 md:row-span-2 md:row-start-1 md:max-w-none',
          mirrored && 'lg:col-start-2',
        )}
      >
        <Picture picture={member.image} className="rounded-t-full rounded-b-card" />
        <p className="mt-4 flex items-center gap-2 text-sm text-ink-soft">
          <MapPin aria-hidden="true" className="size-4 shrink-0" />
          {member.location}
        </p>
        <p className="mt-1 flex items-start gap-2 text-sm text-ink-soft">
          <GraduationCap aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {member.education}
        </p>
      </div>
      <div className={cn('md:col-start-2', mirrored && 'lg:col-start-1')}>
        <p className="flex flex-wrap gap-2">
          <Badge tone="forest">{member.yearsExperience} years of experience</Badge>
          <Badge tone="marigold">{member.impactMetric}</Badge>
        </p>
        <p className="mt-4 max-w-measure text-lg text-ink-soft">{member.bio}</p>
        <ul aria-label="Achievements" className="mt-5 grid gap-2">
          {member.achievements.slice(0, 3).map((achievement) => (
            <li key={achievement} className="flex gap-3">
              <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-forest-600" />
              {achievement}
            </li>
          ))}
        </ul>
        <ul aria-label="Expertise" className="mt-5 flex flex-wrap gap-2">
          {member.expertise.map((subject) => (
            <li key={subject}>
              <Badge>{subject}</Badge>
            </li>
          ))}
        </ul>
        <a
          href={mailLink(member.email)}
          className={buttonClass({ variant: 'outline', className: 'mt-6' })}
        >
          <Mail aria-hidden="true" />
          <span>
            Contact <span className="sr-only">{member.name}</span>
          </span>
        </a>
      </div>
    </li>
  )
}

function Programs({ onRegister }: { onRegister: OnRegister }) {
  return (
    <Section className="pt-12 pb-20 sm:pt-16 sm:pb-32" aria-labelledby="academy-programs">
      <h2 id="academy-programs">{academy.programsTitle}</h2>
      <p className="mt-3 max-w-measure text-lg text-ink-soft">{academy.programsText}</p>
      <ul className="mt-10 grid gap-6 lg:grid-cols-3">
        {shownPrograms.map((program) => (
          <AcademyProgramCard key={program.id} program={program} onRegister={onRegister} />
        ))}
      </ul>
    </Section>
  )
}
