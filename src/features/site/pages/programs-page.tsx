import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { cn } from '@/shared/lib/cn'
import { Badge } from '@/shared/ui/badge'
import { buttonClass } from '@/shared/ui/button'
import { Cloth } from '@/shared/ui/cloth'
import { Section } from '@/shared/ui/container'
import { PageMeta } from '../components/page-meta'
import { ProgramCard } from '../components/program-card'
import { ProgramRow } from '../components/program-row'
import { ProgramTerms } from '../components/program-terms'
import { findProgram, programs } from '../content/programs'
import { coreProgramIds, programsPage } from '../content/programs-page'
import { programPath } from '../lib/program-path'

const corePrograms = coreProgramIds.flatMap((id) => findProgram(id) ?? [])
const furtherPrograms = programs.filter((program) => !corePrograms.includes(program))

const lengths = ['md:h-44', 'md:h-60', 'md:h-36', 'md:h-52', 'md:h-40', 'md:h-64', 'md:h-48']

export function ProgramsPage() {
  const { title, lead, furtherTitle, furtherText, closing } = programsPage
  return (
    <>
      <PageMeta title={title} description={programsPage.description} path={paths.programs} />
      <Section ground="forest" className="overflow-hidden pb-44 sm:pb-52">
        <div className="relative">
          <HangingCloths />
          <div className="md:max-w-80 lg:max-w-[26rem] xl:max-w-[34rem]">
            <h1>{title}</h1>
            <p className="mt-5 text-lg">{lead}</p>
          </div>
        </div>
      </Section>

      <Section className="relative pt-0" aria-label="Our main programs">
        <h2 className="sr-only">Our main programs</h2>
        <ul className="-mt-32 grid gap-6 md:grid-cols-2 lg:grid-cols-3 print:mt-0">
          {corePrograms.map((program, index) => (
            <ProgramCard key={program.id} program={program} featured={index === 0} />
          ))}
        </ul>
      </Section>

      <Section ground="sunken" aria-labelledby="further">
        <div className="grid gap-x-20 gap-y-10 lg:grid-cols-[1fr_2fr]">
          <div>
            <h2 id="further">{furtherTitle}</h2>
            <p className="mt-4 max-w-[44ch] text-ink-soft">{furtherText}</p>
          </div>
          <ul className="border-b border-line-strong">
            {furtherPrograms.map((program) => (
              <ProgramRow
                key={program.id}
                picture={program.image}
                cloth={program.id}
                title={<Link to={programPath(program.id)}>{program.title}</Link>}
                badge={program.isPilot && <Badge tone="marigold">Pilot Program</Badge>}
                text={program.shortDescription}
              >
                <ProgramTerms program={program} />
              </ProgramRow>
            ))}
          </ul>
        </div>
      </Section>

      <Section aria-labelledby="closing">
        <div className="mx-auto max-w-narrow text-center">
          <h2 id="closing">{closing.title}</h2>
          <p className="mt-4 text-lg text-ink-soft">{closing.text}</p>
          <div className="mt-8 flex flex-wrap justify-center gap-4">
            <Link className={buttonClass({ size: 'lg' })} to={paths.contact}>
              {closing.contact}
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

/** The cloths of all programs, hanging as in a market; on a phone, one strip. */
function HangingCloths() {
  return (
    <div
      aria-hidden="true"
      className="absolute -inset-x-8 -top-band flex items-start justify-end md:inset-x-auto md:end-0 md:gap-2 lg:gap-3 print:hidden"
    >
      {programs.map(({ id }, index) => (
        <div key={id} className={cn('flex-1 md:w-9 md:flex-none lg:w-14', lengths[index])}>
          <Cloth
            program={id}
            className="h-3 bg-center md:h-full md:bg-[length:100%_auto] md:bg-top"
          />
          <div className="h-2.5 bg-[repeating-linear-gradient(90deg,theme(colors.marigold.200)_0_2px,transparent_2px_5px)] max-md:hidden" />
        </div>
      ))}
    </div>
  )
}
