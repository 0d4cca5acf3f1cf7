import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { Badge } from '@/shared/ui/badge'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { staticPart } from '@/shared/ui/static-part'
import { FormSection, NextSteps } from '../components/form-section'
import { PageHeader } from '../components/page-header'
import { ProgramRow } from '../components/program-row'
import { joinProgramsContent } from '../content/join-programs'
import type { LazyForm } from '../lib/lazy-form'

const BeforeApplying = staticPart(() => import('../components/before-applying'))

const { title, programs, application } = joinProgramsContent

/** `form` is the application form, which belongs to another feature. */
export function JoinProgramsPage({ form }: { form: LazyForm }) {
  return (
    <>
      <PageHeader content={joinProgramsContent} path={paths.joinPrograms} />

      <Section aria-labelledby="programs">
        <h2 id="programs">{joinProgramsContent.programsTitle}</h2>
        <ul className="mt-10 border-b border-line-strong">
          {programs.map((program) => (
            <ProgramRow
              key={program.title}
              picture={program.image}
              title={<Link to={program.to}>{program.title}</Link>}
              badge={<Badge>{program.audience}</Badge>}
              text={program.text}
            >
              <p className="mt-2 flex flex-wrap gap-x-6 empty:hidden">
                {program.links.map(({ label, to }) => (
                  <Link key={to} to={to} className="flex min-h-10 items-center gap-2 font-semibold">
                    {label}
                    <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
                  </Link>
                ))}
              </p>
            </ProgramRow>
          ))}
        </ul>
        <Link
          className={buttonClass({ variant: 'outline', className: 'mt-8' })}
          to={paths.programs}
        >
          {joinProgramsContent.allPrograms}
          <ArrowRight aria-hidden="true" />
        </Link>
      </Section>

      <BeforeApplying />

      <FormSection id="apply" content={application} subject={title} form={form}>
        <NextSteps title={application.stepsTitle} steps={application.steps} />
      </FormSection>
    </>
  )
}
