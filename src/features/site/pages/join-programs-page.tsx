import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { Badge } from '@/shared/ui/badge'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { FormSlot } from '../components/form-slot'
import { PageHeader } from '../components/page-header'
import { ReachUs } from '../components/reach-us'
import { getInvolvedContent } from '../content/get-involved'
import { joinProgramsContent } from '../content/join-programs'
import type { LazyForm } from '../lib/lazy-form'

const { title, programs, steps } = joinProgramsContent

/** `form` is the application form, which belongs to another feature. */
export function JoinProgramsPage({ form }: { form: LazyForm }) {
  return (
    <>
      <PageHeader
        content={joinProgramsContent}
        path={paths.joinPrograms}
        trail={[{ name: getInvolvedContent.title, path: paths.getInvolved }]}
      />

      <Section aria-labelledby="programs">
        <h2 id="programs">{joinProgramsContent.programsTitle}</h2>
        <ul className="mt-10 border-b border-line-strong">
          {programs.map((program) => (
            <li
              key={program.title}
              className="grid gap-x-12 gap-y-3 border-t border-line-strong py-7 md:grid-cols-[2fr_3fr]"
            >
              <div>
                <h3>{program.title}</h3>
                <Badge className="mt-2">{program.audience}</Badge>
              </div>
              <p className="max-w-measure text-lg text-ink-soft">{program.text}</p>
            </li>
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

      <Section ground="raised" aria-labelledby="apply">
        <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[2fr_1fr]">
          <div>
            <h2 id="apply">{joinProgramsContent.applyTitle}</h2>
            <p className="mt-3 mb-8 max-w-measure text-lg text-ink-soft">
              {joinProgramsContent.promise}
            </p>
            <FormSlot
              form={form}
              instead={<ReachUs text={joinProgramsContent.fallback} subject={title} />}
            />
          </div>
          <div className="self-start lg:sticky lg:top-28">
            <h2 id="steps" className="text-subheading">
              {joinProgramsContent.stepsTitle}
            </h2>
            <ol aria-labelledby="steps" className="mt-6 grid gap-6">
              {steps.map((step, index) => (
                <li key={step.title} className="grid grid-cols-[2.5rem_1fr] gap-4">
                  <span aria-hidden="true" className="font-display text-heading text-clay-500">
                    {index + 1}
                  </span>
                  <div>
                    <h3 className="text-lg">{step.title}</h3>
                    <p className="text-ink-soft">{step.text}</p>
                  </div>
                </li>
              ))}
            </ol>
          </div>
        </div>
      </Section>
    </>
  )
}
