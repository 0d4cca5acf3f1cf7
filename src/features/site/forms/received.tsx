import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { clothOf } from '@/shared/data/cloths'
import { dayInWords } from '@/shared/lib/day-in-words'
import { askAsVisitor, receiptKeyOf } from '@/shared/supabase/public-client'
import { Button } from '@/shared/ui/button'
import type { Sent } from './use-submission'
import { Cloth } from '@/shared/ui/cloth'

/** Replaces a form once its submission is stored. */
export interface Receipt {
  title: string
  /** Its program, whose cloth edges the panel */
  program?: string
  /** The values received, by label; empty ones are not shown. */
  received: Readonly<Record<string, string | null>>
  /** The time until an answer; undefined when the sender gave no way to be reached. */
  promised?: string | undefined
  next: readonly string[]
  /** The label of the button that brings the form back. */
  again: string
}

const receiptQuery = (key = '') =>
  queryOptions({
    queryKey: ['receipt', key],
    queryFn: async () => {
      const [receipt] = await askAsVisitor((client) => client.rpc('sent_receipt', { key }))
      return receipt ?? null
    },
    enabled: key !== '',
    staleTime: Infinity,
  })

interface ReceivedProps {
  row: Sent
  receipt: Receipt
  onAgain: () => void
  children?: ReactNode
}

/** Takes the focus from the removed submit button. */
export function Received({ row, receipt, onAgain, children }: ReceivedProps) {
  const { title, program, received, promised, next, again } = receipt
  const { data: stored, isLoading } = useQuery(receiptQuery(receiptKeyOf(row)))
  const reference = isLoading ? 'One moment…' : (stored?.reference ?? null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className="grid gap-5 overflow-hidden rounded-card border border-success-line bg-success-soft p-6 text-success-ink">
      {program !== undefined && <Cloth program={clothOf(program)} className="-mx-6 -mt-6" />}
      {/* It scrolls below a message at the top. */}
      <h3 ref={heading} tabIndex={-1} className="scroll-mt-24 text-success-ink">
        {title}
      </h3>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_1fr]">
        {Object.entries({ Reference: reference, ...received }).map(
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
      {promised !== undefined && (
        <p>
          You’ll hear from us{' '}
          <strong>{stored ? `by ${dayInWords(stored.due_at)}` : `within ${promised}`}</strong>.
        </p>
      )}
      {row.email && stored?.by_mail !== false && (
        <p>
          An email with {reference ? 'this' : 'your'} reference is on its way to{' '}
          <strong className="break-words">{row.email}</strong>.
        </p>
      )}
      <div>
        <h4 className="font-semibold">Next steps</h4>
        <ol className="mt-1 list-decimal space-y-1 ps-5">
          {next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={onAgain}>
          {again}
        </Button>
        {children}
      </div>
    </div>
  )
}
