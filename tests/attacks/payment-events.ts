import Stripe from 'stripe'
import { expect } from 'vitest'
import { localKeys } from '../../supabase/embedded/config'
import { attack, query } from './attacker'

interface Signed {
  secret?: string
  timestamp?: number
  change?: string
}

/** Sends events like Stripe, signed by the library's test helper. */
export async function tell(told: object, { secret, timestamp, change = '' }: Signed = {}) {
  const payload = JSON.stringify(told)
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: secret ?? localKeys.paymentEvents,
    ...(timestamp !== undefined && { timestamp }),
  })
  return attack('anon', {
    method: 'POST',
    path: '/functions/v1/payment-events',
    body: payload + change,
    headers: { 'stripe-signature': signature },
  })
}

const VERSIONS = ['2022-11-15', '2024-06-20', '2025-03-31.basil', Stripe.API_VERSION]

/** Numbers from 0 up to 1, the same for each seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Told {
  id: string
  created: number
}

/**
 * A provider's events about payments, refunds that may fail and disputes, and the resulting books,
 * in cents.
 */
function provider(seed: number, size: number) {
  const random = randomOf(seed)
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!
  const events: Told[] = []
  const books: Record<string, { type: string; amount: number; refunded: number }> = {}
  let clock = Date.UTC(2026, 0, 1) / 1000
  function tells(type: string, object: object, api_version: string) {
    clock += 1 + Math.floor(random() * 3_600)
    const id = `evt_${seed}_${events.length}`
    events.push({ id, created: clock, ...{ object: 'event', api_version, type, data: { object } } })
  }

  for (let n = 0; events.length < size; n += 1) {
    const version = pick(VERSIONS)
    const isOld = version < '2025-03-31'
    const isMonthly = random() < 0.5
    const amount = 100 * (1 + Math.floor(random() * 500))
    const [charge, intent, invoice] = [`ch_${n}`, `pi_${n}`, `in_${n}`]
    const money = { currency: 'usd', charge, payment_intent: intent }
    const customer = { customer: null, customer_name: `Donor ${n}`, customer_email: null }
    if (isMonthly) {
      const subscription = `sub_${n}`
      const shape = isOld
        ? { subscription, charge, payment_intent: intent }
        : { parent: { subscription_details: { subscription } } }
      const bill = { object: 'invoice', id: invoice, billing_reason: 'subscription_cycle' }
      tells(
        'invoice.paid',
        { ...bill, amount_paid: amount, currency: 'usd', ...customer, ...shape },
        version,
      )
      const payment = { type: 'payment_intent', payment_intent: intent }
      if (!isOld)
        tells('invoice_payment.paid', { object: 'invoice_payment', invoice, payment }, version)
    } else {
      const paid = {
        mode: 'payment',
        payment_status: 'paid',
        amount_total: amount,
        currency: 'usd',
      }
      const donor = { customer_details: { name: `Donor ${n}`, email: null } }
      const session = { object: 'checkout.session', payment_intent: intent, invoice: null }
      tells('checkout.session.completed', { ...session, ...paid, ...donor }, version)
    }
    let refunded = 0
    let lost = 0
    for (let turn = 0; turn < 3; turn += 1) {
      const part = Math.floor(random() * (amount - refunded - lost))
      if (part === 0) continue
      if (random() < 0.6) {
        refunded += part
        const whole = { object: 'charge', id: charge, payment_intent: intent, currency: 'usd' }
        const old = isOld && isMonthly ? { invoice } : {}
        tells('charge.refunded', { ...whole, amount_refunded: refunded, ...old }, version)
        if (random() < 0.5) {
          refunded -= part
          const failed = { object: 'refund', id: `re_${n}_${turn}`, amount: part, status: 'failed' }
          for (const type of ['refund.failed', 'refund.updated', 'charge.refund.updated'])
            if (random() < 0.7 || type === 'refund.updated')
              tells(type, { ...failed, ...money }, version)
        }
      } else {
        const dispute = { object: 'dispute', id: `dp_${n}_${turn}`, amount: part, ...money }
        const outcome = pick(['won', 'lost', 'lost, then won'])
        if (outcome !== 'won')
          tells('charge.dispute.closed', { ...dispute, status: 'lost' }, version)
        if (outcome === 'lost') lost += part
        else tells('charge.dispute.funds_reinstated', { ...dispute, status: 'won' }, version)
      }
    }
    const type = isMonthly ? 'monthly' : 'one-time'
    books[isMonthly ? invoice : intent] = { type, amount, refunded: refunded + lost }
  }
  const twice = [...events, ...events]
  for (let at = twice.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    ;[twice[at], twice[other]] = [twice[other]!, twice[at]!]
  }
  return { events: twice, books }
}

/** Sends each event of a provider twice in a random order, and expects the resulting books. */
export async function expectRightBooks(seed: number, size: number): Promise<void> {
  const { events, books } = provider(seed, size)
  for (const one of events) expect((await tell(one)).status).toBe(200)
  const rows = await query<{ payment_id: string; type: string; amount: number; refunded: number }>(
    `select payment_id, donation_type as type, (amount * 100)::int as amount, (refunded * 100)::int as refunded
     from public.donations where payment_id is not null`,
  )
  expect(Object.fromEntries(rows.map(({ payment_id, ...kept }) => [payment_id, kept]))).toEqual(
    books,
  )
}
