import ArrowRight from 'lucide-react/icons/arrow-right'
import Check from 'lucide-react/icons/check'
import { use } from 'react'
import { Link, useParams } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { formatDollars } from '@/shared/lib/format-dollars'
import { lazyModule } from '@/shared/lib/lazy-component'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { staticPart } from '@/shared/ui/static-part'
import { PageMeta } from '../components/page-meta'
import { ProgramEndings } from '../components/program-endings'
import { ProgramHero } from '../components/program-hero'
import { RegisterButton } from '../components/register-button'
import { useRegistration, type RegistrationDialog } from '../components/use-registration'
import type { Program } from '../content/program'
import { programTitles } from '../content/program-titles'
import { loadProgram } from '../lib/load-program'
import { formatCount, placeFacts, spotsLeft } from '../lib/program-figures'
import { programPath } from '../lib/program-path'

const ProgramRecord = staticPart(() => import('../components/program-record'))
const ProgramNotFound = lazyModule(() => import('./program-not-found'))

export function ProgramDetailPage({ registration }: { registration: RegistrationDialog }) {
  const { programId = '' } = useParams()
  const program = loadProgram(programId)
  // The key gives each program its own registration dialog.
  return program ? (
    <ProgramDetail key={programId} content={program} registration={registration} />
  ) : (
    <ProgramNotFound />
  )
}

interface ProgramDetailProps {
  content: Promise<Program>
  registration: RegistrationDialog
}

function ProgramDetail({ content, registration }: ProgramDetailProps) {
  const program = use(content)
  const { register, dialog } = useRegistration(registration)
  const path = programPath(program.id)
  const [opening, ...paragraphs] = program.fullDescription.split('\n\n')
  const isFull = spotsLeft(program) <= 0

  return (
    <>
      <PageMeta title={program.title} description={program.shortDescription} path={path} />
      <ProgramHero program={program} lead={program.shortDescription} onRegister={register}>
        <div className="grid max-w-measure gap-4 text-ink-soft">
          <p className="text-lg text-ink">{opening}</p>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <div className="mt-12">
          <h2>Benefits</h2>
          <ul className="mt-5 divide-y divide-line-strong/40 border-y border-line-strong/40">
            {program.benefits.map((benefit) => (
              <li key={benefit} className="flex gap-4 py-3.5 text-lg">
                <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-forest-600" />
                {benefit}
              </li>
            ))}
          </ul>
        </div>
        <div className="mt-12">
          <h2>Why it matters</h2>
          <p className="mt-4 max-w-measure text-lg text-ink">{program.whyImportant}</p>
        </div>
      </ProgramHero>

      <ProgramRecord program={program} />

      <Section className="py-14 sm:py-20" aria-labelledby="timeline">
        <div className="grid gap-x-20 gap-y-12 lg:grid-cols-2">
          <div>
            <h2 id="timeline">Timeline</h2>
            <p className="mt-4 max-w-measure text-lg text-ink-soft">{program.timeline}</p>
          </div>
          <div>
            <h2>Lasting changes</h2>
            <ul className="mt-4 grid list-disc gap-2 ps-5 text-lg marker:text-clay-500">
              {program.longTermBenefits.map((benefit) => (
                <li key={benefit} className="ps-1">
                  {benefit}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </Section>

      <ProgramEndings
        program={program.id}
        title="Two ways to be part of it"
        endings={[
          {
            title: 'Take a place',
            text: `${formatCount(Math.max(spotsLeft(program), 0))} of ${formatCount(program.maxParticipants)} places are open. You pay ${formatDollars(program.cost.participantPays)}.`,
            action: (
              <RegisterButton
                size="lg"
                program={{
                  id: program.id,
                  title: program.title,
                  isFull,
                  facts: placeFacts(program),
                }}
                onRegister={register}
              >
                {isFull ? 'Join Waitlist' : 'Register'}{' '}
                <span className="sr-only">for {program.title}</span>
              </RegisterButton>
            ),
          },
          {
            title: 'Give one',
            text: `A place costs ${formatDollars(program.cost.perParticipant)}; ${program.cost.funding} pay for most of it. A gift lets us open another.`,
            action: (
              <Link to={paths.donate} className={buttonClass({ size: 'lg' })}>
                Donate
              </Link>
            ),
          },
        ]}
      />

      <OtherPrograms except={program.id} />
      {dialog}
    </>
  )
}

function OtherPrograms({ except }: { except: string }) {
  return (
    <Section className="pt-12 pb-16 sm:pt-16 sm:pb-20 lg:pb-32" aria-labelledby="others">
      <h2 id="others" className="text-subheading">
        Other programs
      </h2>
      <ul className="mt-4 grid gap-x-12 sm:grid-cols-2 lg:grid-cols-3">
        {Object.entries(programTitles)
          .filter(([id]) => id !== except)
          .map(([id, title]) => (
            <li key={id}>
              <Link
                to={programPath(id)}
                className="flex min-h-12 items-center justify-between gap-3 border-b border-line-strong font-semibold text-forest-800 hover:text-clay-700"
              >
                {title}
                <ArrowRight aria-hidden="true" className="size-5 shrink-0" />
              </Link>
            </li>
          ))}
      </ul>
    </Section>
  )
}
