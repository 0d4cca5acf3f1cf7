import Stripe from 'stripe'
import { Database, type Fetch } from '../_shared/database.ts'
import { required, type Environment } from '../_shared/environment.ts'
import { reporting } from '../_shared/faults.ts'

/** The foundation's currency, the only one of sums and receipts. */
const CURRENCY = 'usd'

/** The first version whose events are read. */
const OLDEST = '2022-08-01'

interface Reading {
  /** The function of the database that takes the event. */
  name: string
  /** Its arguments. Amounts are in dollars. */
  given: object
  /** If there is an amount. */
  currency?: string
}

/**
 * Receives Stripe's events of payments and payouts, signed with `PAYMENT_EVENTS_SECRET`: a gift is one donation,
 * however often and in whatever order its events come. It ignores all other events.
 */
export function createHandler(environment: Environment, parts: { send?: Fetch | undefined } = {}) {
  const reporter = { page: 'payment-events', environment, send: parts.send }
  return reporting(reporter, async (request) => {
    if (request.method !== 'POST') return new Response('Method Not Allowed', { status: 405 })
    const secret = required(environment, 'PAYMENT_EVENTS_SECRET')
    let event: Stripe.Event
    try {
      event = await Stripe.webhooks.constructEventAsync(
        await request.text(),
        request.headers.get('stripe-signature') ?? '',
        secret,
      )
    } catch {
      return new Response('The signature is not valid.', { status: 400 })
    }
    const database = new Database(environment, parts.send)
    /** Stripe shows it as failed, and the doctor names it. */
    async function refused(reason: string): Promise<Response> {
      await database.call('note_refused_payment_event', { reason })
      return new Response(reason, { status: 422 })
    }
    const reading = read(event)
    if (reading && !isUnderstood(event.api_version)) {
      return refused(`Events of API version ${event.api_version} are not understood.`)
    }
    if (reading === 'unclear') return refused('This invoice names no subscription.')
    if (!reading) return new Response('Passed over.')
    const { name, given, currency = CURRENCY } = reading
    if (currency !== CURRENCY) {
      return refused(
        `Only ${name === 'record_payout' ? 'payouts' : 'gifts'} in ${CURRENCY} are stored, not in ${currency}.`,
      )
    }
    const isNew = await database.call<boolean>(name, {
      event_id: event.id,
      ...given,
    })
    return new Response(isNew ? 'Stored.' : 'Known already.')
  })
}

/** From `OLDEST` to the library's version, whose types show the structure. */
function isUnderstood(version: string | null): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)(?:\.(?!preview)[a-z]+)?$/.exec(version ?? '') ?? []
  return day !== undefined && day >= OLDEST && day <= Stripe.API_VERSION.slice(0, 10)
}

/** Invoices and charges had these before `basil`. */
interface OldInvoice {
  subscription?: string | { id: string } | null
  subscription_details?: { metadata?: Record<string, string> | null } | null
  payment_intent?: string | { id: string } | null
  charge?: string | { id: string } | null
}
type OldCharge = { invoice?: string | { id: string } | null }

function subscriptionOf(invoice: Stripe.Invoice) {
  const old = invoice as OldInvoice
  const details = invoice.parent?.subscription_details
  const subscription = details?.subscription ?? old.subscription
  const metadata = details?.metadata ?? old.subscription_details?.metadata
  return subscription ? { subscription: idOf(subscription), metadata } : undefined
}

function read(event: Stripe.Event): Reading | 'unclear' | undefined {
  const given_at = new Date(event.created * 1000).toISOString()
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object
      const { currency, customer_details: donor, metadata, payment_intent } = session
      // Payments with an invoice, for example of a subscription, arrive as events of the invoice.
      if (session.mode !== 'payment' || session.payment_status !== 'paid' || session.invoice) {
        return undefined
      }
      return gift(currency ?? '', {
        payment_id: payment_intent && idOf(payment_intent),
        amount: session.amount_total,
        name: donor?.name,
        email: donor?.email ?? session.customer_email,
        donation_type: 'one-time',
        campaign: metadata?.campaign,
        exchange_value: metadata?.exchange_value,
        exchange: metadata?.exchange,
        given_at,
      })
    }
    case 'invoice.paid': {
      const invoice = event.data.object
      const subscription = subscriptionOf(invoice)
      // A monthly gift must not become a single one.
      if (!subscription && invoice.billing_reason?.startsWith('subscription')) return 'unclear'
      const { payment_intent, charge } = invoice as OldInvoice
      const paidBy = payment_intent ?? charge
      const told = { ...invoice.metadata, ...subscription?.metadata }
      const stored = gift(invoice.currency, {
        payment_id: invoice.id,
        amount: invoice.amount_paid,
        name: invoice.customer_name,
        email: invoice.customer_email,
        donation_type: subscription ? 'monthly' : 'one-time',
        campaign: told.campaign,
        exchange_value: told.exchange_value,
        exchange: told.exchange,
        given_at,
        ...(subscription && {
          subscription: subscription.subscription,
          customer: optionalId(invoice.customer),
        }),
      })
      if (!stored || !paidBy) return stored
      const payment = { payment: idOf(paidBy), pays: invoice.id }
      return { ...stored, given: { ...stored.given, ...payment } }
    }
    case 'invoice_payment.paid': {
      const { invoice, payment } = event.data.object
      const paidBy = payment.payment_intent ?? payment.charge
      return paidBy ? paid({ payment: idOf(paidBy), pays: idOf(invoice) }) : undefined
    }
    case 'charge.refunded': {
      const { currency, payment_intent, id, amount_refunded, ...charge } = event.data.object
      const { invoice } = charge as OldCharge
      const total = {
        payment: idOf(payment_intent ?? id),
        ...(invoice && { pays: idOf(invoice) }),
        // For the whole payment, at that moment
        refunded: amount_refunded / 100,
        told_at: given_at,
      }
      return paid(total, currency)
    }
    case 'refund.failed':
    case 'refund.updated':
    case 'charge.refund.updated': {
      const { id, status, currency, payment_intent, charge, amount } = event.data.object
      const payment = payment_intent ?? charge
      if (!payment || (status !== 'failed' && status !== 'canceled')) return undefined
      return reversed(payment, { id, kind: 'refund_failed', amount }, currency, given_at)
    }
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_reinstated': {
      const { id, status, currency, payment_intent, charge, amount } = event.data.object
      const { balance_transactions: moved = [] } = event.data.object as Partial<Stripe.Dispute>
      if (status !== 'lost' && status !== 'won') return undefined
      const kind = status === 'lost' ? 'dispute_lost' : 'dispute_won'
      const fee = kind === 'dispute_lost' ? moved.reduce((sum, one) => sum + one.fee, 0) : 0
      return reversed(payment_intent ?? charge, { id, kind, amount, fee }, currency, given_at)
    }
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.canceled': {
      const { id, amount, currency, arrival_date } = event.data.object
      const payout = {
        id,
        amount: amount / 100,
        // A calendar day at midnight UTC
        arrives_on: new Date(arrival_date * 1000).toISOString().slice(0, 10),
        state: event.type === 'payout.paid' ? 'paid' : 'failed',
        told_at: given_at,
      }
      return { name: 'record_payout', given: { payout }, currency }
    }
    case 'invoice.payment_failed':
      return failure(event.data.object, given_at)
    case 'customer.subscription.deleted':
      return {
        name: 'end_monthly_gift',
        given: { subscription: event.data.object.id, ended_at: given_at },
      }
    case 'charge.succeeded': {
      const { customer, payment_method_details } = event.data.object
      return card(customer, payment_method_details?.card, given_at)
    }
    case 'payment_method.attached':
    case 'payment_method.updated':
    case 'payment_method.automatically_updated':
      return card(event.data.object.customer, event.data.object.card, given_at)
    // Only for cards saved the old way, as sources.
    case 'customer.source.expiring': {
      const source = event.data.object
      return source.object === 'card' ? card(source.customer, source, given_at) : undefined
    }
    default:
      return undefined
  }
}

const paid = (given: object, currency = CURRENCY): Reading => ({
  name: 'record_payment_event',
  given,
  currency,
})

interface Reversal {
  id: string
  kind: 'refund_failed' | 'dispute_lost' | 'dispute_won'
  /** In cents */
  amount: number
  /** In cents, what the provider took for it */
  fee?: number
}

const reversed = (
  payment: string | { id: string },
  { amount, fee = 0, ...reversal }: Reversal,
  currency: string,
  told_at: string,
): Reading =>
  paid(
    {
      payment: idOf(payment),
      reversal: { ...reversal, amount: amount / 100, fee: fee / 100 },
      told_at,
    },
    currency,
  )

/** A failed payment of a subscription with a page to pay it on. */
function failure(invoice: Stripe.Invoice, failed_at: string): Reading | undefined {
  const subscription = subscriptionOf(invoice)?.subscription
  const link = invoice.hosted_invoice_url
  if (!subscription || !link?.startsWith('https://') || invoice.currency !== CURRENCY) {
    return undefined
  }
  const donor_email = line(invoice.customer_email, 254)
  const told = {
    donor_name: line(invoice.customer_name, 200) ?? donor_email ?? 'Anonymous',
    donor_email,
    amount: invoice.amount_due / 100,
    link,
    subscription,
    customer: optionalId(invoice.customer),
    attempts: invoice.attempt_count,
    failed_at,
  }
  return { name: 'record_failed_payment', given: { failure: told } }
}

/** The customer's current card; null where they pay in another way. */
function card(
  customer: string | { id: string } | null | undefined,
  used: { exp_month: number; exp_year: number } | null | undefined,
  seen_at: string,
): Reading | undefined {
  if (!customer) return undefined
  const expires_on = used ? lastDay(used.exp_year, used.exp_month) : null
  return { name: 'record_payment_card', given: { customer: idOf(customer), expires_on, seen_at } }
}

/** The last day of a card's month. */
const lastDay = (year: number, month: number): string =>
  new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)

interface Payment {
  payment_id: string | null | undefined
  /** In cents */
  amount: number | null
  name: string | null | undefined
  email: string | null | undefined
  donation_type: 'one-time' | 'monthly'
  campaign: string | undefined
  /** As typed: the database stores what it can read, and tells staff of the rest. */
  exchange_value: string | undefined
  exchange: string | undefined
  given_at: string
  /** For a monthly gift. */
  subscription?: string
  customer?: string | undefined
}

/** Undefined for a zero amount, as at the start of a trial. */
function gift(
  currency: string,
  { payment_id, amount, name, email, campaign, exchange_value, exchange, ...as }: Payment,
): Reading | undefined {
  if (!payment_id || !amount) return undefined
  const donor_email = line(email, 254)
  const told = {
    ...as,
    payment_id,
    donor_name: line(name, 200) ?? donor_email ?? 'Anonymous',
    donor_email,
    amount: amount / 100,
    campaign: line(campaign, 200),
    exchange_value: line(exchange_value, 50),
    exchange: line(exchange, 300),
  }
  return paid({ gift: told }, currency)
}

const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id

const optionalId = (reference: string | { id: string } | null): string | undefined =>
  reference ? idOf(reference) : undefined

/** One line of at most this many characters; null for a blank one. */
function line(text: string | null | undefined, length: number): string | null {
  const words = (text ?? '').replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return [...words].slice(0, length).join('').trim() || null
}
