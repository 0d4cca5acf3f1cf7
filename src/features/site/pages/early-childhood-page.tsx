import Apple from 'lucide-react/icons/apple'
import Check from 'lucide-react/icons/check'
import House from 'lucide-react/icons/house'
import type { LucideIcon } from 'lucide-react'
import Shapes from 'lucide-react/icons/shapes'
import Users from 'lucide-react/icons/users'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { buttonClass } from '@/shared/ui/button'
import { Section } from '@/shared/ui/container'
import { Breadcrumb } from '../components/breadcrumb'
import { breadcrumbList } from '../components/breadcrumb-list'
import { ImpactFigures } from '../components/impact-figures'
import { PageMeta } from '../components/page-meta'
import { Picture } from '../components/picture'
import { ProgramCosts } from '../components/program-costs'
import { ProgramImpact } from '../components/program-impact'
import { ProgramPanel } from '../components/program-panel'
import { SuccessBar } from '../components/success-bar'
import { useRegistration, type RegistrationDialog } from '../components/use-registration'
import { earlyChildhood } from '../content/early-childhood'
import { program } from '../content/program-details/early-childhood'
import { programsPage } from '../content/programs-page'
import { programCourse } from '../lib/program-course'
import { success } from '../lib/program-figures'
import { programPath } from '../lib/program-path'

const featureIcons: readonly LucideIcon[] = [Shapes, Users, Apple, House]

const impact = program.successMetrics.map((metric, index) => ({
  value: success(metric).current,
  label: earlyChildhood.impact[index] ?? metric.metric,
}))

export function EarlyChildhoodPage({ registration }: { registration: RegistrationDialog }) {
  const { register, dialog } = useRegistration(registration)
  const { title, lead, ages, maxPerClass, closing } = earlyChildhood
  const path = programPath(program.id)
  const up = { name: programsPage.title, path: paths.programs }

  return (
    <>
      <PageMeta
        title={title}
        description={earlyChildhood.description}
        path={path}
        structuredData={[programCourse(program), breadcrumbList(up, { name: title, path })]}
      />
      <Section ground="sunken" className="pt-6 sm:pt-8" aria-labelledby="early-childhood">
        <Breadcrumb trail={[up]} current={title} />
        <div className="mt-6 grid items-center gap-x-16 gap-y-10 lg:grid-cols-2">
          <div>
            <h1 id="early-childhood">{title}</h1>
            <p className="mt-5 max-w-[48ch] text-lg text-ink-soft">{lead}</p>
            <dl className="mt-8 flex flex-wrap gap-x-12 gap-y-5">
              <KeyFact value={ages} label="years old" />
              <KeyFact value={`At most ${maxPerClass}`} label="children per class" />
            </dl>
            <Link
              className={buttonClass({ size: 'lg', className: 'mt-8' })}
              to={`${paths.joinPrograms}?program=${program.id}#apply`}
            >
              {earlyChildhood.apply}
            </Link>
          </div>
          <Picture picture={program.image} eager className="rounded-panel" />
        </div>
      </Section>

      <Section aria-labelledby="features">
        <h2 id="features" className="max-w-[24ch]">
          {earlyChildhood.featuresTitle}
        </h2>
        <ul className="mt-12 grid gap-x-16 gap-y-12 sm:grid-cols-2">
          {earlyChildhood.features.map(({ title: feature, text }, index) => {
            const Icon = featureIcons[index] ?? Check
            return (
              <li key={feature} className="flex gap-5 sm:odd:pe-6 sm:even:mt-10">
                <span className="grid size-14 shrink-0 place-items-center rounded-full bg-marigold-200 text-clay-700">
                  <Icon aria-hidden="true" className="size-7" />
                </span>
                <div>
                  <h3>{feature}</h3>
                  <p className="mt-2 text-ink-soft">{text}</p>
                </div>
              </li>
            )
          })}
        </ul>
      </Section>

      <Section ground="raised" className="py-14 sm:py-20" aria-labelledby="day">
        <h2 id="day" className="text-subheading">
          {earlyChildhood.dayTitle}
        </h2>
        <ol className="mt-8 grid gap-y-6 sm:grid-cols-3 lg:grid-cols-6">
          {earlyChildhood.day.map(({ time, text }) => (
            <li
              key={time}
              className="relative border-s-2 border-marigold-400 ps-5 pe-4 sm:border-s-0 sm:border-t-2 sm:ps-0 sm:pt-4"
            >
              <p className="font-display text-subheading text-clay-600">{time}</p>
              <p className="mt-1 text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
      </Section>

      <Section aria-labelledby="goals">
        <div className="grid gap-x-20 gap-y-14 lg:grid-cols-[3fr_2fr]">
          <div>
            <h2 id="goals">{earlyChildhood.goalsTitle}</h2>
            <ul className="mt-8 divide-y divide-line border-y border-line">
              {earlyChildhood.goals.map((goal) => (
                <li key={goal} className="flex gap-4 py-5 text-lg">
                  <Check aria-hidden="true" className="mt-1 size-6 shrink-0 text-forest-600" />
                  {goal}
                </li>
              ))}
            </ul>
          </div>
          <ProgramPanel program={program} onRegister={register} className="self-start" />
        </div>
        <h2 className="mt-16 border-t border-line-strong pt-10 text-subheading">
          {earlyChildhood.impactTitle}
        </h2>
        <ImpactFigures figures={impact} className="mt-6 text-clay-700" />
      </Section>

      <Section ground="forest" aria-labelledby="impact">
        <ProgramImpact program={program} />
      </Section>
      <Section aria-labelledby="costs">
        <ProgramCosts cost={program.cost} />
        <h2 className="mt-20">{earlyChildhood.resultsTitle}</h2>
        <div className="mt-8 grid gap-x-14 gap-y-8 lg:grid-cols-3">
          {program.successMetrics.map((metric) => (
            <SuccessBar key={metric.metric} metric={metric} />
          ))}
        </div>
      </Section>

      <Section ground="sunken" aria-labelledby="closing">
        <h2 id="closing" className="max-w-[22ch]">
          {closing.title}
        </h2>
        <ul className="mt-10 grid gap-x-12 gap-y-10 md:grid-cols-3">
          {closing.ways.map(({ to, title: way, text, action }) => (
            <li key={to} className="flex flex-col items-start border-t border-line-strong pt-6">
              <h3>{way}</h3>
              <p className="mt-2 mb-5 flex-1 text-ink-soft">{text}</p>
              <Link
                to={paths[to]}
                className={buttonClass({ variant: to === 'joinPrograms' ? 'accent' : 'outline' })}
              >
                {action}
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      {dialog}
    </>
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
