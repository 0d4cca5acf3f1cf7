import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import { env } from '@/shared/config/env'
import { useHydrated } from '@/shared/lib/use-hydrated'
import { donateContent } from '../content/donate'
import type { ProgramId } from '../content/program-titles'
import { amountProblem, giftAddress, parseAmount, type Gift, type Frequency } from './gift'

/**
 * Reads the choice for the pledge form, which is used without a payment page. The function is
 * stable, because a changed prop before hydration discards the prerendered form.
 */
export interface Pledged {
  /** Undefined while the typed amount is not valid. */
  chosen: () => Gift | undefined
  /** The problem with it. */
  onInvalid: () => void
}

/** Where a pledge is made */
export const pledgeId = 'pledge'

/** The choice to type an amount */
const another = (form: HTMLFormElement) => form.querySelector('[name=amount][value=""]')

/**
 * The gift chosen on the donate page. The form holds it, so that it works and can be sent before
 * the scripts load.
 */
export function useGift() {
  const [frequency, setFrequency] = useState<Frequency>('once')
  const [amount, setAmount] = useState(String(donateContent.give.amounts[1]))
  const [program, setProgram] = useState<ProgramId | null>(null)
  const [tried, setTried] = useState(false)
  const own = useRef<HTMLInputElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const hydrated = useHydrated()

  const read = useCallback((form: HTMLFormElement | null) => {
    if (!form) return
    const data = new FormData(form)
    setFrequency(data.get('frequency') as Frequency)
    setAmount((data.get('amount') as string) || (own.current?.value ?? ''))
    setProgram((data.get('program') as ProgramId | '') || null)
  }, [])

  const problem = amountProblem(amount)
  const gift: Gift | undefined = problem
    ? undefined
    : { amount: parseAmount(amount), frequency, program }
  const address =
    env.donateUrl && hydrated && gift ? giftAddress(env.donateUrl, gift) : env.donateUrl

  const latest = useRef(gift)
  useEffect(() => {
    latest.current = gift
  })
  const chosen = useCallback(() => latest.current, [])
  const explain = useCallback(() => {
    if (latest.current) return
    setTried(true)
    own.current?.focus()
  }, [])

  return {
    gift,
    frequency,
    error: tried ? problem : undefined,
    own,
    /** Where the form is sent */
    end,
    chosen,
    explain,
    form: {
      ref: read,
      onChange: (event: FormEvent<HTMLFormElement>) => {
        read(event.currentTarget)
        // Its field is in view, perhaps behind the bar on a phone.
        if (event.target === another(event.currentTarget)) {
          own.current?.scrollIntoView?.({ block: 'nearest' })
        }
      },
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        if (!gift) explain()
        else if (address) window.location.assign(address)
        else document.getElementById(pledgeId)?.querySelector('input')?.focus()
      },
    },
  }
}
