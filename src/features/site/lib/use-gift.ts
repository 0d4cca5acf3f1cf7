import { useCallback, useRef, useState, type FormEvent, type MouseEvent } from 'react'
import { env } from '@/shared/config/env'
import { organisation } from '@/shared/data/organisation'
import { mailLink } from '@/shared/lib/contact-links'
import { useHydrated } from '@/shared/lib/use-hydrated'
import { donateContent } from '../content/donate'
import {
  amountProblem,
  describeGift,
  giftAddress,
  parseAmount,
  type Gift,
  type Rhythm,
} from './gift'

/**
 * The gift that is chosen in the form of the donate page. The form holds it, so that it is already
 * there, and can be sent, before the scripts are.
 */
export function useGift() {
  const [rhythm, setRhythm] = useState<Rhythm>('once')
  const [amount, setAmount] = useState(String(donateContent.give.amounts[1]))
  const [tried, setTried] = useState(false)
  const own = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()

  const read = useCallback((form: HTMLFormElement | null) => {
    if (!form) return
    const data = new FormData(form)
    setRhythm(data.get('frequency') as Rhythm)
    setAmount((data.get('amount') as string) || (own.current?.value ?? ''))
  }, [])

  const problem = amountProblem(amount)
  const gift: Gift | undefined = problem ? undefined : { amount: parseAmount(amount), rhythm }
  const address = addressOf(hydrated ? gift : undefined)

  /** Whether there is a gift to go on with; if not, the form says what is missing. */
  function check(event: FormEvent | MouseEvent): boolean {
    if (gift) return true
    event.preventDefault()
    setTried(true)
    own.current?.focus()
    return false
  }

  return {
    gift,
    error: tried ? problem : undefined,
    /** Where the gift is given: the payment page, or an email to us. */
    address,
    own,
    check,
    form: {
      ref: read,
      onChange: (event: FormEvent<HTMLFormElement>) => read(event.currentTarget),
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        if (check(event)) window.location.assign(address)
      },
    },
  }
}

function addressOf(gift: Gift | undefined): string {
  const { title } = donateContent
  if (env.donateUrl) return gift ? giftAddress(env.donateUrl, gift) : env.donateUrl
  if (!gift) return mailLink(organisation.email, title)
  const words = describeGift(gift)
  return mailLink(
    organisation.email,
    `${title}: ${words}`,
    `Hello,\n\nI would like to give ${words}. Please tell me how.\n\n`,
  )
}
