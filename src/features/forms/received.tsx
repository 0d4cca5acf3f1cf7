import { useEffect, useRef, useState } from 'react'
import { organisation } from '@/shared/data/organisation'
import { businessDaysLater } from '@/shared/lib/business-days'
import { Button } from '@/shared/ui/button'

/** What is said in place of a form that was stored. */
export interface Receipt {
  title: string
  /** What was received, by its labels; what was left empty is left out. */
  received: Readonly<Record<string, string | null>>
  /** In how many business days it is answered; undefined where nobody can be reached. */
  days?: number | undefined
  /** What happens, step by step */
  next: readonly string[]
  /** What the button is called that brings the form back. */
  again: string
}

const weekday = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** Takes the focus, which was on the button that sent. */
export function Received({ receipt, onAgain }: { receipt: Receipt; onAgain: () => void }) {
  const { title, received, days, next, again } = receipt
  const heading = useRef<HTMLHeadingElement>(null)
  const [receivedAt] = useState(() => new Date())
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className="grid gap-5 rounded-card border border-success-line bg-success-soft p-6 text-success-ink">
      <h3 ref={heading} tabIndex={-1} className="text-xl text-success-ink">
        {title}
      </h3>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_1fr]">
        {Object.entries(received).map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt className="font-semibold">{label}</dt>
                <dd dir="auto" className="min-w-0 break-words">
                  {value}
                </dd>
              </div>
            ),
        )}
      </dl>
      {days !== undefined && (
        <p>
          You hear from us within {days} business days: by{' '}
          <strong>
            {weekday.format(businessDaysLater(receivedAt, days, organisation.timeZone))}
          </strong>
          , or a day later where a public holiday lies between.
        </p>
      )}
      <div>
        <h4 className="font-semibold">What happens next</h4>
        <ol className="mt-1 list-decimal space-y-1 ps-5">
          {next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <Button variant="outline" className="justify-self-start" onClick={onAgain}>
        {again}
      </Button>
    </div>
  )
}
