import Stripe from 'stripe'
import { Database, type Fetch } from '../_shared/database.ts'
import { required, type Environment } from '../_shared/environment.ts'

/** The foundation's currency, the only one of sums and receipts. */
const CURRENCY = 'usd'

/** The arguments of `record_payment_event`. Amounts are in dollars. */
interface Told {
  gift?: Gift
  /** The payment of the event. */
  payment?: string
  /** The invoice that it pays. */
  pays?: string
  /** Its total refund. */
  refunded?: number
  /** The amount of its lost disputes. */
  disputed?: number
}

interface Gift {
  payment_id: string
  donor_name: string
  donor_email: string | null
  amount: number
  donation_type: 'one-time' | 'monthly'
  campaign: string | null
  given_at: string
  /** Of a monthly one. */
  subscription?: string
  customer?: string | undefined
}

/** A function of the database that takes an event, and its arguments. */
type Call = [name: string, given: object]

/**
 * Receives Stripe's events of payments, signed with `PAYMENT_EVENTS_SECRET`: a gift is one donation, however
 * often and in whatever order its events come. It ignores all other events.
 */
export function createHandler(environment: Environment, parts: { send?: Fetch | undefined } = {}) {
  return async (request: Request): Promise<Response> => {
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
    const { told, currency } = read(event)
    if (told && currency !== undefined && currency !== CURRENCY) {
      // Stripe shows it as failed, where staff see it.
      return new Response(`Only gifts in ${CURRENCY} are stored, not in ${currency}.`, {
        status: 422,
      })
    }
    const call: Call | undefined = told
      ? ['record_payment_event', told]
      : (readFailure(event) ?? readCard(event) ?? readEnd(event))
    if (!call) return new Response('Passed over.')
    const [name, given] = call
    const isNew = await new Database(environment, parts.send).call<boolean>(name, {
      event_id: event.id,
      ...given,
    })
    return new Response(isNew ? 'Stored.' : 'Known already.')
  }
}

function read(event: Stripe.Event): { told?: Told | undefined; currency?: string | undefined } {
  const given_at = new Date(event.created * 1000).toISOString()
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object
      const { currency, customer_details: donor, metadata, payment_intent } = session
      // Payments with an invoice, such as those of a subscription, arrive as events of the invoice.
      if (session.mode !== 'payment' || session.payment_status !== 'paid' || session.invoice) {
        return {}
      }
      return {
        currency: currency ?? '',
        told: gift({
          payment_id: payment_intent && idOf(payment_intent),
          amount: session.amount_total,
          name: donor?.name,
          email: donor?.email ?? session.customer_email,
          donation_type: 'one-time',
          campaign: metadata?.campaign,
          given_at,
        }),
      }
    }
    case 'invoice.paid': {
      const invoice = event.data.object
      const subscription = invoice.parent?.subscription_details
      return {
        currency: invoice.currency,
        told: gift({
          payment_id: invoice.id,
          amount: invoice.amount_paid,
          name: invoice.customer_name,
          email: invoice.customer_email,
          donation_type: subscription ? 'monthly' : 'one-time',
          campaign: subscription?.metadata?.campaign ?? invoice.metadata?.campaign,
          given_at,
          ...(subscription && {
            subscription: idOf(subscription.subscription),
            customer: optionalId(invoice.customer),
          }),
        }),
      }
    }
    case 'invoice_payment.paid': {
      const { invoice, payment } = event.data.object
      const paidBy = payment.payment_intent ?? payment.charge
      return paidBy ? { told: { payment: idOf(paidBy), pays: idOf(invoice) } } : {}
    }
    case 'charge.refunded': {
      const charge = event.data.object
      return {
        currency: charge.currency,
        told: {
          payment: idOf(charge.payment_intent ?? charge.id),
          refunded: charge.amount_refunded / 100,
        },
      }
    }
    case 'charge.dispute.closed': {
      const { status, currency, payment_intent, charge, amount } = event.data.object
      if (status !== 'lost') return {}
      return {
        currency,
        told: { payment: idOf(payment_intent ?? charge), disputed: amount / 100 },
      }
    }
    default:
      return {}
  }
}

/** A failed payment of a subscription with a page to pay it on. */
function readFailure(event: Stripe.Event): Call | undefined {
  if (event.type !== 'invoice.payment_failed') return undefined
  const invoice = event.data.object
  const subscription = invoice.parent?.subscription_details?.subscription
  const link = invoice.hosted_invoice_url
  if (!subscription || !link?.startsWith('https://') || invoice.currency !== CURRENCY) {
    return undefined
  }
  const donor_email = line(invoice.customer_email, 254)
  const failure = {
    donor_name: line(invoice.customer_name, 200) ?? donor_email ?? 'Anonymous',
    donor_email,
    amount: invoice.amount_due / 100,
    link,
    subscription: idOf(subscription),
    customer: optionalId(invoice.customer),
    attempts: invoice.attempt_count,
    failed_at: new Date(event.created * 1000).toISOString(),
  }
  return ['record_failed_payment', { failure }]
}

/**
 * The card with which a customer pays from now on. Stripe tells of expiring cards (`customer.source.expiring`)
 * only where they are saved in the old way, as sources.
 */
function readCard(event: Stripe.Event): Call | undefined {
  const { customer, card } = cardOf(event)
  if (!customer) return undefined
  const of = {
    customer: idOf(customer),
    expires_on: card ? lastDay(card) : null,
    seen_at: new Date(event.created * 1000).toISOString(),
  }
  return ['record_payment_card', of]
}

interface Card {
  exp_month: number
  exp_year: number
}

function cardOf(event: Stripe.Event): {
  customer?: string | { id: string } | null | undefined
  card?: Card | null | undefined
} {
  switch (event.type) {
    case 'charge.succeeded': {
      const { customer, payment_method_details } = event.data.object
      return { customer, card: payment_method_details?.card }
    }
    case 'payment_method.attached':
    case 'payment_method.updated':
    case 'payment_method.automatically_updated':
      return event.data.object
    case 'customer.source.expiring': {
      const source = event.data.object
      return source.object === 'card' ? { customer: source.customer, card: source } : {}
    }
    default:
      return {}
  }
}

/** The last day of a card's month. */
const lastDay = ({ exp_year, exp_month }: Card): string =>
  new Date(Date.UTC(exp_year, exp_month, 0)).toISOString().slice(0, 10)

function readEnd(event: Stripe.Event): Call | undefined {
  if (event.type !== 'customer.subscription.deleted') return undefined
  const ended_at = new Date(event.created * 1000).toISOString()
  return ['end_monthly_gift', { subscription: event.data.object.id, ended_at }]
}

interface Payment extends Pick<Gift, 'donation_type' | 'given_at' | 'subscription' | 'customer'> {
  payment_id: string | null | undefined
  /** In cents */
  amount: number | null
  name: string | null | undefined
  email: string | null | undefined
  campaign: string | undefined
}

/** Undefined for a zero amount, as at the start of a trial. */
function gift({ payment_id, amount, name, email, campaign, ...as }: Payment): Told | undefined {
  if (!payment_id || !amount) return undefined
  const donor_email = line(email, 254)
  return {
    gift: {
      ...as,
      payment_id,
      donor_name: line(name, 200) ?? donor_email ?? 'Anonymous',
      donor_email,
      amount: amount / 100,
      campaign: line(campaign, 200),
    },
  }
}

const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id

const optionalId = (reference: string | { id: string } | null): string | undefined =>
  reference ? idOf(reference) : undefined

/** One line of at most so many characters; null for a blank one. */
function line(text: string | null | undefined, length: number): string | null {
  const words = (text ?? '').replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return [...words].slice(0, length).join('').trim() || null
}
