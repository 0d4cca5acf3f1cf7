import Check from 'lucide-react/icons/check'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { staticPart } from '@/shared/ui/static-part'
import { Morning } from '../components/morning'
import { PageMeta } from '../components/page-meta'
import { ProgramEndings } from '../components/program-endings'
import { ProgramHero } from '../components/program-hero'
import { ScrollRow } from '../components/scroll-row'
import { useRegistration, type RegistrationDialog } from '../components/use-registration'
import { earlyChildhood, program } from '../content/early-childhood'
import { morning } from '../content/morning'
import { applicationPath } from '../lib/program-path'

const EarlyChildhoodYear = staticPart(() => import('../components/early-childhood-year'))
const ProgramRecord = staticPart(() => import('../components/program-record'))
const application = applicationPath(program.id)

export function EarlyChildhoodPage({ registration }: { registration: RegistrationDialog }) {
  const { register, dialog } = useRegistration(registration)
  const { lead, ages, maxPerClass, closing } = earlyChildhood
  const { apply, give, help } = closing
  const call = (to: string, label: string) => (
    <Link to={to} className={buttonClass({ size: 'lg' })}>
      {label}
    </Link>
  )

  return (
    <>
      <PageMeta
        title={program.title}
        description={program.shortDescription}
        path={paths.earlyChildhood}
      />
      <ProgramHero
        program={program}
        lead={lead}
        apply={{ to: application, label: earlyChildhood.apply }}
        onRegister={register}
        facts={
          <dl className="mt-5 flex flex-wrap gap-x-10 gap-y-4">
            <KeyFact value={ages} label="years old" />
            <KeyFact value={`At most ${maxPerClass}`} label="children per class" />
          </dl>
        }
      >
        <section aria-labelledby="features">
          <h2 id="features">{earlyChildhood.featuresTitle}</h2>
          <div className="mt-4 sm:mt-6">
            <ScrollRow
              label={earlyChildhood.featuresTitle}
              className="max-sm:auto-cols-[min(18.5rem,84vw)] sm:grid-cols-2 sm:gap-x-10 sm:gap-y-8"
            >
              {earlyChildhood.features.map(({ title: feature, text }) => (
                <li
                  key={feature}
                  className="grid grid-cols-[auto_1fr] content-start items-center gap-x-3 max-sm:rounded-card max-sm:bg-paper-raised max-sm:p-4 sm:gap-x-4"
                >
                  <span
                    aria-hidden="true"
                    className="size-11 rounded-full bg-[length:1.375rem] sm:row-span-2 sm:self-start print:invisible"
                    data-cloth={program.id}
                  />
                  <h3>{feature}</h3>
                  <p className="mt-2 text-ink-soft max-sm:col-span-2 sm:mt-1">{text}</p>
                </li>
              ))}
            </ScrollRow>
          </div>
        </section>
        <Goals />
      </ProgramHero>

      <Section ground="raised" className="py-9 sm:py-20" aria-labelledby="morning">
        <h2 id="morning">{morning.title}</h2>
        <Morning />
        <EarlyChildhoodYear />
      </Section>

      <ProgramRecord program={program} />

      <ProgramEndings
        program={program.id}
        title={closing.title}
        endings={[
          { ...apply, action: call(application, apply.action) },
          { ...give, action: call(paths.donate, give.action) },
        ]}
      >
        <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 sm:mt-8">
          <div className="grow basis-40">
            <h3>{help.title}</h3>
            <p className="text-ink-soft">{help.text}</p>
          </div>
          <Link to={paths.volunteer} className={buttonClass({ variant: 'outline' })}>
            {help.action}
          </Link>
        </div>
      </ProgramEndings>
      {dialog}
    </>
  )
}

function Goals() {
  return (
    <section className="mt-8 sm:mt-14" aria-labelledby="goals">
      <h2 id="goals">{earlyChildhood.goalsTitle}</h2>
      <ul className="mt-4 divide-y divide-line-strong/40 border-y border-line-strong/40 sm:mt-6">
        {earlyChildhood.goals.map((goal) => (
          <li key={goal} className="flex gap-3 py-1.5 text-sm sm:gap-4 sm:py-3.5 sm:text-lg">
            <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-forest-600 sm:mt-1" />
            {goal}
          </li>
        ))}
      </ul>
    </section>
  )
}

function KeyFact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
      <dd className="font-display text-heading text-clay-600">{value}</dd>
    </div>
  )
}
