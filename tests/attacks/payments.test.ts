import { beforeEach, describe, expect, it } from 'vitest'
import { attack, setUpAttack, changingNothing, query } from './attacker'
import { expectRightBooks, tell } from './payment-events'

setUpAttack()

const given = Date.UTC(2026, 9, 31, 20) / 1000
const api_version = '2025-03-31.basil'
let number = 0

const event = (type: string, object: object) => {
  number += 1
  const id = `evt_${number}`
  return { id, object: 'event', api_version, type, created: given, data: { object } }
}

const checkout = (changed: object = {}) =>
  event('checkout.session.completed', {
    object: 'checkout.session',
    mode: 'payment',
    payment_status: 'paid',
    payment_intent: 'pi_1',
    amount_total: 6250,
    currency: 'usd',
    invoice: null,
    customer_email: null,
    customer_details: { name: 'Renée Fontaine', email: 'Renee@example.org' },
    metadata: { campaign: 'Library' },
    ...changed,
  })

const invoice = (changed: object = {}) =>
  event('invoice.paid', {
    object: 'invoice',
    id: 'in_1',
    amount_paid: 2500,
    currency: 'usd',
    customer_name: 'Walter Price',
    customer_email: 'walter@example.org',
    customer: 'cus_1',
    parent: {
      subscription_details: { subscription: 'sub_1', metadata: { campaign: 'School meals' } },
    },
    metadata: {},
    ...changed,
  })

const payment = event('invoice_payment.paid', {
  object: 'invoice_payment',
  invoice: 'in_1',
  payment: { type: 'payment_intent', payment_intent: 'pi_2' },
})

const refund = (payment_intent: string, amount_refunded: number, changed: object = {}) =>
  event('charge.refunded', {
    object: 'charge',
    id: 'ch_1',
    payment_intent,
    amount_refunded,
    currency: 'usd',
    ...changed,
  })

const dispute = (payment_intent: string, amount: number, changed: object = {}) =>
  event('charge.dispute.closed', {
    object: 'dispute',
    id: 'dp_1',
    charge: 'ch_1',
    payment_intent,
    amount,
    currency: 'usd',
    status: 'lost',
    ...changed,
  })

const stored = () =>
  query(
    `select payment_id, donor_name, donor_email, amount::float, refunded::float, donation_type, campaign,
       extract(epoch from created_at)::float as given
     from public.donations where payment_id is not null order by payment_id`,
  )

const once = {
  payment_id: 'pi_1',
  donor_name: 'Renée Fontaine',
  donor_email: 'Renee@example.org',
  amount: 62.5,
  refunded: 0,
  donation_type: 'one-time',
  campaign: 'Library',
  given,
}
const monthly = {
  payment_id: 'in_1',
  donor_name: 'Walter Price',
  donor_email: 'walter@example.org',
  amount: 25,
  refunded: 0,
  donation_type: 'monthly',
  campaign: 'School meals',
  given,
}

beforeEach(async () => {
  await query('delete from public.donations where payment_id is not null')
  await query('delete from private.payments')
  await query('delete from private.payment_reversals')
  await query('delete from private.monthly_gifts')
  await query('delete from private.payment_cards')
  await query(`delete from private.outbox where kind in ('payment_failed', 'card_expiring')`)
  await query(`delete from public.tasks where body like 'The monthly gift of%'`)
})

/** Refused, with no change but the reason on record, which the doctor names. */
const refusing = (events: readonly Parameters<typeof tell>[0][], reason: string) =>
  changingNothing(async () => {
    for (const told of events) expect((await tell(told)).status).toBe(422)
    expect(
      await query('delete from private.refused_payment_events returning reason, times'),
    ).toEqual([{ reason, times: events.length }])
  })

describe('reports of the payment provider', () => {
  it('is believed only if signed, whole and fresh', () =>
    changingNothing(async () => {
      const old = Math.floor(Date.now() / 1000) - 600
      for (const signed of [
        { secret: 'whsec_somebody_else' },
        { timestamp: old },
        { change: ' ' },
      ]) {
        expect((await tell(checkout(), signed)).status).toBe(400)
      }
      const path = '/functions/v1/payment-events'
      const unsigned = { method: 'POST', path, body: JSON.stringify(checkout()) }
      expect((await attack('anon', unsigned)).status).toBe(400)
      expect((await attack('anon', { method: 'GET', path })).status).toBe(405)
    }))

  it('becomes one payout, in any order and form, which is failed once it was returned', async () => {
    const payout = (id: string, type: string, changed: object = {}, version = api_version) => ({
      ...event(`payout.${type}`, {
        object: 'payout',
        id,
        amount: 123_456,
        currency: 'usd',
        arrival_date: Date.UTC(2026, 10, 3) / 1000,
        ...changed,
      }),
      api_version: version,
    })
    const paid = payout('po_1', 'paid')
    const returned = payout('po_2', 'failed', {}, '2022-11-15')
    for (const told of [paid, paid, returned, payout('po_2', 'paid', {}, '2022-11-15')]) {
      expect((await tell(told)).status).toBe(200)
    }
    await tell(payout('po_3', 'paid', { amount: -250 }))
    const rows = await query(
      `select id, amount::float, arrives_on::text as day, failed_at is not null as failed from private.payouts
       where id <> 'po_0' order by id`,
    )
    expect(rows).toEqual([
      { id: 'po_1', amount: 1234.56, day: '2026-11-03', failed: false },
      { id: 'po_2', amount: 1234.56, day: '2026-11-03', failed: true },
      { id: 'po_3', amount: -2.5, day: '2026-11-03', failed: false },
    ])
    await refusing(
      [payout('po_4', 'paid', { currency: 'eur' })],
      'Only payouts in usd are stored, not in eur.',
    )
    await refusing(
      [payout('po_5', 'paid', {}, '2015-04-07')],
      'Events of API version 2015-04-07 are not understood.',
    )
  })

  it('becomes one donation, however often and by whichever event it arrives', async () => {
    const first = checkout()
    expect((await tell(first)).status).toBe(200)
    expect(await stored()).toEqual([once])
    await changingNothing(() => tell(first))
    expect(
      (await tell({ ...checkout(), type: 'checkout.session.async_payment_succeeded' })).status,
    ).toBe(200)
    const together = await Promise.all([tell(invoice()), tell(invoice()), tell(invoice())])
    expect(together.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stored()).toEqual([monthly, once])
  })

  it.each([
    ['nothing paid', checkout({ payment_status: 'unpaid' })],
    ['a subscription, which its invoice reports', checkout({ mode: 'subscription' })],
    ['a payment with an invoice', checkout({ invoice: 'in_1' })],
    ['an invoice over nothing', invoice({ amount_paid: 0 })],
    ['a dispute that is under review', dispute('pi_1', 6250, { status: 'under_review' })],
    ['what is not known', event('customer.created', { object: 'customer' })],
    ['what is not of today', event('gift.teleported', {})],
  ])('is passed over: %s', (_, told) =>
    changingNothing(async () => expect((await tell(told)).status).toBe(200)),
  )

  it.each([
    ['another currency', 'eur', checkout({ currency: 'eur' })],
    ['a currency without cents', 'jpy', checkout({ currency: 'jpy' })],
    ['an invoice in another', 'eur', invoice({ currency: 'eur' })],
    ['a refund in another', 'eur', refund('pi_1', 500, { currency: 'eur' })],
    ['a dispute in another', 'eur', dispute('pi_1', 500, { currency: 'eur' })],
  ])('is refused for all to see: %s', (_, currency, told) =>
    refusing([told], `Only gifts in usd are stored, not in ${currency}.`),
  )

  it('may lack an address, a name and a campaign, or have strange ones', async () => {
    await tell(checkout({ customer_details: null, metadata: {} }))
    const evil = `Eve\r\nBcc: x\u0000${'é'.repeat(300)}`
    await tell(
      checkout({ payment_intent: { id: 'pi_2' }, customer_details: { name: evil, email: ' ' } }),
    )
    await tell(
      checkout({
        payment_intent: 'pi_3',
        customer_details: { name: null, email: 'a@example.org' },
      }),
    )
    expect(await stored()).toMatchObject([
      { donor_name: 'Anonymous', donor_email: null, campaign: null },
      { donor_name: `Eve Bcc: x ${'é'.repeat(189)}`, donor_email: null },
      { donor_name: 'a@example.org', donor_email: 'a@example.org' },
    ])
  })

  it('says what was given in exchange; what cannot be read loses no gift, and becomes a task', async () => {
    const dinner = { exchange_value: '60', exchange: 'Gala\r\ndinner' }
    const ticket = { amount_total: 15000 }
    await tell(checkout({ ...ticket, metadata: dinner }))
    await tell(invoice({ amount_paid: 15000, metadata: dinner }))
    await tell(
      checkout({
        ...ticket,
        payment_intent: 'pi_2',
        metadata: { ...dinner, exchange_value: '999' },
      }),
    )
    const gifts = await query(
      `select payment_id, amount::float, exchange_value::float, exchange, deductible::float,
         (select count(*)::int from public.tasks where gift_id = donations.id) as tasks
       from public.donations where payment_id is not null order by payment_id`,
    )
    const known = { amount: 150, exchange_value: 60, exchange: 'Gala dinner', deductible: 90 }
    const lost = { amount: 150, exchange_value: null, exchange: null, deductible: 150, tasks: 1 }
    expect(gifts).toEqual([
      { payment_id: 'in_1', ...known, tasks: 0 },
      { payment_id: 'pi_1', ...known, tasks: 0 },
      { payment_id: 'pi_2', ...lost },
    ])
  })

  it('keeps a refund beside the amount, in part and whole', async () => {
    await tell(checkout())
    await tell(refund('pi_1', 1250))
    expect(await stored()).toEqual([{ ...once, refunded: 12.5 }])
    await tell(refund('pi_1', 6250))
    await tell(refund('pi_1', 1250))
    expect(await stored()).toEqual([{ ...once, refunded: 62.5 }])
  })

  const failedRefund = (
    id: string,
    amount: number,
    later: number,
    changed: object = {},
    type = 'refund.failed',
  ) => ({
    ...event(type, {
      object: 'refund',
      id,
      charge: 'ch_1',
      payment_intent: 'pi_1',
      amount,
      currency: 'usd',
      status: 'failed',
      ...changed,
    }),
    created: given + later,
  })

  it('counts a failed refund again, once, whichever event reports it', async () => {
    const events = [
      checkout(),
      refund('pi_1', 1250),
      failedRefund('re_1', 1250, 60),
      failedRefund('re_1', 1250, 61, {}, 'charge.refund.updated'),
      failedRefund('re_1', 1250, 62, {}, 'refund.updated'),
    ]
    for (const one of events) await tell(one)
    expect(await stored()).toEqual([once])
    await tell({ ...refund('pi_1', 2000), created: given + 120 })
    expect(await stored()).toEqual([{ ...once, refunded: 20 }])
    await changingNothing(() =>
      tell(failedRefund('re_2', 2000, 180, { status: 'pending' }, 'refund.updated')),
    )
  })

  it('subtracts each lost dispute beside refunds, and never more than was given', async () => {
    await tell(checkout())
    await tell(refund('pi_1', 1250))
    await tell(dispute('pi_1', 2000))
    expect(await stored()).toEqual([{ ...once, refunded: 32.5 }])
    await tell(dispute('pi_1', 1000, { id: 'dp_2' }))
    expect(await stored()).toEqual([{ ...once, refunded: 42.5 }])
    await tell(dispute('pi_1', 6250, { id: 'dp_3' }))
    expect(await stored()).toEqual([{ ...once, refunded: 62.5 }])
  })

  it('counts money again from a dispute that was lost and then won', async () => {
    const won = { ...dispute('pi_1', 2000, { status: 'won' }), created: given + 60 }
    for (const order of [
      [checkout(), dispute('pi_1', 2000), won],
      [won, dispute('pi_1', 2000)],
    ]) {
      for (const one of order) await tell(one)
      expect(await stored()).toEqual([once])
    }
  })

  it.each(['2015-04-07', '2025-03-31.preview', '2199-01-01.unknown', 'tomorrow', null])(
    'is refused for all to see in API version %s',
    (version) =>
      refusing(
        [checkout(), refund('pi_1', 500), invoice()].map((told) => ({
          ...told,
          api_version: version,
        })),
        `Events of API version ${version} are not understood.`,
      ),
  )

  it('is a monthly gift with its refund in the format before basil', async () => {
    const parent = { parent: undefined, customer: 'cus_1' }
    const old = {
      ...invoice({
        ...parent,
        billing_reason: 'subscription_cycle',
        subscription: 'sub_1',
        subscription_details: { metadata: { campaign: 'School meals' } },
        charge: 'ch_2',
        payment_intent: 'pi_2',
      }),
      api_version: '2022-11-15',
    }
    const back = { ...refund('pi_2', 500, { invoice: 'in_1' }), api_version: '2022-11-15' }
    await tell(back)
    await tell(old)
    expect(await stored()).toEqual([{ ...monthly, refunded: 5 }])
    const nameless = invoice({ ...parent, id: 'in_5', billing_reason: 'subscription_cycle' })
    await refusing([nameless], 'This invoice names no subscription.')
  })

  describe('of a monthly gift', () => {
    const failed = (attempt_count: number, changed: object = {}, later = 0) => ({
      ...event('invoice.payment_failed', {
        object: 'invoice',
        id: 'in_2',
        amount_due: 2500,
        attempt_count,
        currency: 'usd',
        customer: 'cus_1',
        customer_name: 'Walter Price',
        customer_email: 'walter@example.org',
        hosted_invoice_url: 'https://pay.example/in_2',
        parent: { subscription_details: { subscription: 'sub_1' } },
        ...changed,
      }),
      created: given + 60 + later,
    })
    /** The number of mails to the donor, of the flags and of open tasks. */
    const failing = async () => {
      const [counts] = await query<{ mails: number; flags: number; tasks: number }>(
        `select (select count(*)::int from private.outbox where kind = 'payment_failed') as mails,
           (select count(*)::int from public.donors where payment_failing_since is not null) as flags,
           (select count(*)::int from public.tasks where body like 'The monthly gift of $25.00 by Walter Price failed%') as tasks`,
      )
      return Object.values(counts!).join(' ')
    }

    it('writes to a donor for each failure, and adds a task once for each run of three', async () => {
      await tell(invoice())
      const first = failed(1)
      expect((await tell(first)).status).toBe(200)
      await changingNothing(() => tell(first))
      await changingNothing(() => tell(failed(1, { hosted_invoice_url: 'javascript:alert(1)' })))
      await changingNothing(() => tell(failed(1, { currency: 'eur' })))
      expect(await failing()).toBe('1 0 0')
      await tell(failed(2))
      expect(await failing()).toBe('2 0 0')
      await Promise.all([tell(failed(3)), tell(failed(3))])
      expect(await failing()).toBe('4 1 1')
      expect(
        await query(`select donors.name, due_on = private.office_today() as today, assignee_id, author_id
          from public.tasks join public.donors on donors.id = donor_id where body like 'The monthly gift%'`),
      ).toEqual([{ name: 'Walter Price', today: true, assignee_id: null, author_id: null }])

      await tell({ ...invoice({ id: 'in_3' }), created: given + 120 })
      expect(await failing()).toBe('4 0 1')
      await tell(failed(4))
      expect(await failing()).toBe('4 0 1')
      await tell(failed(1, { id: 'in_4' }, 120))
      expect(await failing()).toBe('5 0 1')
      await tell(failed(2, { id: 'in_4' }, 180))
      await tell(failed(3, { id: 'in_4' }, 240))
      expect(await failing()).toBe('7 1 2')
    })

    it('has a task on the address of a donor whose gifts are not on record', async () => {
      await tell(failed(3, { parent: { subscription_details: { subscription: 'sub_9' } } }))
      expect(
        await query(
          `select donor_id, address from public.tasks where address = 'walter@example.org'`,
        ),
      ).toEqual([{ donor_id: null, address: 'walter@example.org' }])
    })
  })

  describe('of a card', () => {
    const now = Math.floor(Date.now() / 1000)
    const lastDays = async () => {
      const [days] = await query<{ soon: string; later: string }>(
        `select to_char(date_trunc('month', private.office_today()) + interval '1 month - 1 day', 'YYYY-MM-DD') as soon,
           to_char(date_trunc('month', private.office_today()) + interval '7 months - 1 day', 'YYYY-MM-DD') as later`,
      )
      return days!
    }
    const card = (day: string) => ({
      exp_month: Number(day.slice(5, 7)),
      exp_year: Number(day.slice(0, 4)),
    })
    const method = (type: string, day: string, changed: object = {}) => ({
      ...event(type, {
        object: 'payment_method',
        customer: 'cus_1',
        type: 'card',
        card: card(day),
        ...changed,
      }),
      created: now,
    })
    const charge = (day: string, changed: object = {}) => ({
      ...event('charge.succeeded', {
        object: 'charge',
        customer: 'cus_1',
        payment_method_details: { type: 'card', card: card(day) },
        ...changed,
      }),
      created: now,
    })
    const paid = () => ({ ...invoice(), created: now })
    /** Mails after the clock ran three times. */
    const mails = async () => {
      await query('select private.write_card_notices() from generate_series(1, 3)')
      return query(
        `select recipient, data from private.outbox where kind = 'card_expiring' order by data::text`,
      )
    }

    it('writes once to the donor of a monthly gift, whatever comes first', async () => {
      const { soon, later } = await lastDays()
      await tell(charge(soon))
      expect(await mails()).toEqual([])
      await tell(paid())
      const mail = { recipient: 'walter@example.org', data: { expires_on: soon } }
      expect(await mails()).toEqual([mail])
      await tell(charge(soon))
      expect(await mails()).toEqual([mail])
      await tell({ ...method('payment_method.attached', later), created: now - 60 })
      expect(await mails()).toEqual([mail])
    })

    it.each([
      'payment_method.attached',
      'payment_method.updated',
      'payment_method.automatically_updated',
    ])('has no effect after a newer one: %s', async (type) => {
      const { soon, later } = await lastDays()
      await tell(paid())
      await tell(charge(soon))
      await tell({ ...method(type, later), created: now + 60 })
      await tell(charge(soon))
      expect(await mails()).toEqual([])
    })

    it('is passed over without a customer, and writes nothing once the gift has ended', async () => {
      const { soon } = await lastDays()
      await changingNothing(() => tell(charge(soon, { customer: null })))
      await tell({
        ...event('customer.subscription.deleted', { object: 'subscription', id: 'sub_1' }),
        created: now,
      })
      await tell(paid())
      await tell(charge(soon))
      expect(await mails()).toEqual([])
    })

    it('is understood from the event of a card saved the old way', async () => {
      const { soon } = await lastDays()
      await tell(paid())
      await tell({
        ...event('customer.source.expiring', {
          object: 'card',
          customer: 'cus_1',
          ...card(soon),
        }),
        created: now,
      })
      expect(await mails()).toHaveLength(1)
    })
  })

  it('comes in any order', async () => {
    await tell(refund('pi_1', 1250))
    await tell(refund('pi_2', 500))
    await tell(dispute('pi_2', 1000))
    expect(await stored()).toEqual([])
    await Promise.all([tell(checkout()), tell(payment), tell(invoice())])
    expect(await stored()).toEqual([
      { ...monthly, refunded: 15 },
      { ...once, refunded: 12.5 },
    ])
  })

  it('ends with the right books in a random order, with each event sent twice', () =>
    expectRightBooks(1, 80))

  it.each([2, 3, 4])(
    'ends with the right books after 500 events, each sent twice in random order %i',
    { tags: 'long' },
    (seed) => expectRightBooks(seed, 500),
  )
})
