import ArrowRight from 'lucide-react/icons/arrow-right'
import Check from 'lucide-react/icons/check'
import { use } from 'react'
import { Link, useParams } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { Badge } from '@/shared/ui/badge'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { Breadcrumb } from '../components/breadcrumb'
import { breadcrumbList } from '../components/breadcrumb-list'
import { GoBackButton } from '../components/go-back-button'
import { PageMeta } from '../components/page-meta'
import { Picture } from '../components/picture'
import { ProgramCosts } from '../components/program-costs'
import { ProgramImpact } from '../components/program-impact'
import { ProgramPanel } from '../components/program-panel'
import { SuccessBar } from '../components/success-bar'
import { useRegistration, type RegistrationDialog } from '../components/use-registration'
import type { Program } from '../content/program'
import { programsPage, programTitles } from '../content/programs-page'
import { loadProgram } from '../lib/load-program'
import { programCourse } from '../lib/program-course'
import { programPath } from '../lib/program-path'

export function ProgramDetailPage({ registration }: { registration: RegistrationDialog }) {
  const { programId = '' } = useParams()
  const program = loadProgram(programId)
  // The key gives each program a registration dialog of its own.
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
  const up = { name: programsPage.title, path: paths.programs }
  const [opening, ...paragraphs] = program.fullDescription.split('\n\n')

  return (
    <>
      <PageMeta
        title={program.title}
        description={program.shortDescription}
        path={path}
        structuredData={[programCourse(program), breadcrumbList(up, { name: program.title, path })]}
      />
      <Section ground="sunken" className="pt-6 sm:pt-8" aria-labelledby="program">
        <Breadcrumb trail={[up]} current={program.title} />
        <div className="mt-6 grid gap-x-20 gap-y-12 lg:grid-cols-[3fr_2fr]">
          <div>
            <Picture
              picture={program.image}
              eager
              className="aspect-3/2 rounded-panel object-[50%_75%]"
            />
            <h1 id="program" className="mt-6">
              {program.title}
            </h1>
            {program.isPilot && (
              <p className="mt-4">
                <Badge tone="marigold">Pilot Program</Badge>
              </p>
            )}
            <p className="mt-5 max-w-[40ch] text-lg text-forest-800">{program.shortDescription}</p>
            <div className="mt-8 grid max-w-measure gap-4 text-ink-soft">
              <p className="text-lg text-ink">{opening}</p>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </div>
          <ProgramPanel
            program={program}
            onRegister={register}
            className="self-start shadow-lift lg:sticky lg:top-24"
          />
        </div>
      </Section>

      <Section aria-labelledby="benefits">
        <div className="grid gap-x-20 gap-y-8 lg:grid-cols-[2fr_3fr]">
          <h2 id="benefits">Benefits</h2>
          <ul className="divide-y divide-line border-y border-line">
            {program.benefits.map((benefit) => (
              <li key={benefit} className="flex gap-4 py-4 text-lg">
                <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-forest-600" />
                {benefit}
              </li>
            ))}
          </ul>
        </div>
        <div className="mt-20 border-s-4 border-marigold-400 ps-6 sm:ps-10">
          <h2 className="text-subheading text-clay-700">Why it matters</h2>
          <p className="mt-3 max-w-[34ch] font-display text-heading text-balance text-forest-900 sm:max-w-none">
            {program.whyImportant}
          </p>
        </div>
      </Section>

      <Section ground="raised" aria-labelledby="costs">
        <ProgramCosts cost={program.cost} />
      </Section>

      <Section ground="forest" aria-labelledby="impact">
        <ProgramImpact program={program} />
      </Section>

      <Section aria-labelledby="results">
        <div className="grid gap-x-20 gap-y-16 lg:grid-cols-2">
          <div>
            <h2 id="results">How far we have come</h2>
            <div className="mt-8 grid gap-8">
              {program.successMetrics.map((metric) => (
                <SuccessBar key={metric.metric} metric={metric} />
              ))}
            </div>
          </div>
          <div className="grid content-start gap-12">
            <section aria-labelledby="timeline">
              <h2 id="timeline">Timeline</h2>
              <p className="mt-4 text-lg text-ink-soft">{program.timeline}</p>
            </section>
            <section aria-labelledby="lasting">
              <h2 id="lasting" className="text-subheading">
                Lasting changes
              </h2>
              <ul className="mt-4 grid list-disc gap-2 ps-5 marker:text-clay-500">
                {program.longTermBenefits.map((benefit) => (
                  <li key={benefit} className="ps-1">
                    {benefit}
                  </li>
                ))}
              </ul>
            </section>
          </div>
        </div>
      </Section>

      <OtherPrograms except={program.id} />
      {dialog}
    </>
  )
}

function OtherPrograms({ except }: { except: string }) {
  return (
    <Section ground="sunken" className="py-14 sm:py-16" aria-labelledby="others">
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

function ProgramNotFound() {
  return (
    <Section width="narrow" className="text-center">
      <PageMeta title="Program Not Found" />
      <h1>Program Not Found</h1>
      <p className="mx-auto mt-4 max-w-[44ch] text-lg text-ink-soft">
        We have no program by this name. It may have ended, or the link may have a typo.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-4">
        <GoBackButton />
        <Link className={buttonClass({ variant: 'outline' })} to={paths.programs}>
          All programs
        </Link>
      </div>
    </Section>
  )
}
