import type { ReactNode } from 'react'
import { Section } from '@/shared/ui/container'
import type { LazyForm } from '../lib/lazy-form'
import { FormSlot } from './form-slot'
import { ReachUs } from './reach-us'

interface FormSectionProps {
  id: string
  content: { title: string; promise: string; fallback: string }
  /** The subject of the email to us, where the form cannot work */
  subject: string
  form: LazyForm
  className?: string
  /** Beside the form, on a phone below it */
  children: ReactNode
}

/** The form of a page, with what happens next beside it. */
export function FormSection({ id, content, subject, form, className, children }: FormSectionProps) {
  return (
    <Section ground="raised" aria-labelledby={id} className={className}>
      <div className="grid gap-x-20 gap-y-12 lg:grid-cols-[2fr_1fr]">
        <div>
          <h2 id={id}>{content.title}</h2>
          <p className="mt-3 mb-6 max-w-measure text-lg text-ink-soft sm:mb-8">{content.promise}</p>
          <FormSlot form={form} instead={<ReachUs text={content.fallback} subject={subject} />} />
        </div>
        <div className="self-start lg:sticky lg:top-28">{children}</div>
      </div>
    </Section>
  )
}

interface NextStepsProps {
  title: string
  steps: readonly { title: string; text: string }[]
}

/** What happens after a form is sent. */
export function NextSteps({ title, steps }: NextStepsProps) {
  return (
    <>
      <h2 id="steps" className="text-subheading">
        {title}
      </h2>
      <ol aria-labelledby="steps" className="mt-6 grid gap-6">
        {steps.map((step, index) => (
          <li key={step.title} className="grid grid-cols-[--spacing(8)_1fr] gap-4">
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
    </>
  )
}
