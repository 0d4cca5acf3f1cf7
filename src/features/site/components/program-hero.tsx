import type { ReactNode } from 'react'
import { paths } from '@/shared/config/paths'
import { Badge } from '@/shared/ui/badge'
import { Section } from '@/shared/ui/container'
import { programsTitle } from '../content/program-titles'
import { Breadcrumb } from './breadcrumb'
import { Picture } from './picture'
import { ProgramPanel, type ProgramPanelProps } from './program-panel'

interface ProgramHeroProps extends Pick<ProgramPanelProps, 'program' | 'apply' | 'onRegister'> {
  lead: string
  /** Below the lead */
  facts?: ReactNode
  /** Beside the panel, which stays in view along its height */
  children: ReactNode
}

/** A program's picture on its cloth, and the panel of facts. */
export function ProgramHero({
  program,
  apply,
  lead,
  facts,
  onRegister,
  children,
}: ProgramHeroProps) {
  return (
    <Section ground="sunken" className="pt-3 pb-9 sm:pt-8 sm:pb-band" aria-labelledby="program">
      <Breadcrumb above={{ name: programsTitle, path: paths.programs }} current={program.title} />
      <div className="mt-4 grid grid-cols-1 gap-x-12 gap-y-6 sm:mt-6 sm:gap-y-12 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] xl:gap-x-16">
        <div>
          <h1 id="program">{program.title}</h1>
          {program.isPilot && (
            <p className="mt-4">
              <Badge tone="marigold">Pilot Program</Badge>
            </p>
          )}
          <p className="mt-3 max-w-[48ch] sm:mt-4 text-lg text-ink-soft">{lead}</p>
          {facts}
          <div
            className="mt-5 rounded-panel bg-[length:1rem] bg-repeat-round p-3.5 sm:mt-8 sm:bg-[length:1.5rem] sm:p-6 print:bg-none! print:p-0"
            data-cloth={program.id}
          >
            <Picture
              picture={program.image}
              eager
              className="aspect-3/2 rounded-card object-[50%_75%]"
            />
          </div>
        </div>
        <ProgramPanel
          program={program}
          apply={apply}
          onRegister={onRegister}
          className="self-start shadow-lift lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        />
        <div>{children}</div>
      </div>
    </Section>
  )
}
