import { useId, type ReactNode } from 'react'
import { Section } from '@/shared/ui/container'

interface CallToActionProps {
  title: string
  text: string
  /** Buttons */
  children: ReactNode
}

/** The panel at the end of a page. */
export function CallToAction({ title, text, children }: CallToActionProps) {
  const id = useId()
  return (
    <Section aria-labelledby={id}>
      <div className="on-forest flex flex-wrap items-end justify-between gap-x-16 gap-y-8 rounded-panel px-6 py-10 sm:px-12 sm:py-14">
        <div>
          <h2 id={id}>{title}</h2>
          <p className="mt-4 max-w-[44ch] text-lg">{text}</p>
        </div>
        <div className="flex flex-wrap gap-4">{children}</div>
      </div>
    </Section>
  )
}
