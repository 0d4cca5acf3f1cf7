import type { Database } from '../../supabase/embedded/database'
import { numbersOf } from './numbers-of'

interface Story {
  /** Months before this one */
  months: number
  /** About so many gifts in all */
  gifts: number
  seed: number
}

/** What the test knows of a gift, in cents, without asking the database. */
interface Told {
  id: string
  amount: number
  /** What came back of it */
  back: number
  fund: string | null
  batch?: string
  isVoid?: boolean
  payment?: string
  name: string
  day: string
  isCorrected?: boolean
  /** Shared by the parts of a check over several funds */
  split?: string
  pledge?: string
}

/** What the test knows of a pledge, in cents. */
interface Pledged {
  id: string
  amount: number
  /** Given up */
  writtenOff: number
  name: string
}

const dollars = (cents: number) => (cents / 100).toFixed(2)
/** What an act returns where nothing fits it by now */
const nothing = Symbol('nothing')
const addressOf = ({ name }: Told) => `${name.replace(' ', '.')}@books.test`
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

/**
 * The months of a small foundation's books: gifts by all roads, what comes back of them, corrections by ten
 * colleagues, and each month closed once it is over. A new way for a gift to come or to change is one more of `acts`.
 *
 * @returns the acts that never happened, and what does not add up at the end of a day
 */
export async function keepBooks({ pg }: Database, { months, gifts: wanted, seed }: Story) {
  const next = numbersOf(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const any = <T>(list: readonly T[]): T => list[below(list.length)]!
  const query = async <Row>(sql: string, given: unknown[] = []) =>
    (await pg.query<Row>(sql, given)).rows
  const done = new Set<string>()
  const faults: string[] = []
  const told: Told[] = []
  const spent = new Map<string, number>()
  const pledges: Pledged[] = []
  let deposited = 0
  let inKind = 0

  await pg.exec(`
    delete from public.fund_spendings where true;
    delete from public.donations where true;
    delete from public.gift_pledges where true;
    delete from public.tasks where true;
    delete from public.gift_batches where true;
    insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing;
    insert into public.user_permissions (user_id, permission_id)
    select profiles.id, permissions.id from (select id from public.profiles order by id limit 10) as profiles, public.permissions
    where permissions.name = 'can_manage_donations' on conflict do nothing`)
  const colleagues = await query<{ id: string }>(
    `select user_id as id from public.user_permissions join public.permissions on permissions.id = permission_id
    where name = 'can_manage_donations' order by user_id limit 10`,
  )
  const funds = [
    null,
    null,
    ...(await query<{ id: string }>('select id from public.funds')).map(({ id }) => id),
  ]
  const [{ days: allDays }] = (await query<{ days: string[] }>(
    `select array_agg(day::date::text order by day) as days from generate_series(
      date_trunc('month', private.office_today()) - make_interval(months => $1),
      date_trunc('month', private.office_today()) - interval '1 day', interval '1 day') as day`,
    [months],
  )) as [{ days: string[] }]

  let day = allDays[0]!
  const newGift = (): Told => ({
    id: crypto.randomUUID(),
    amount: 100 + below(50_000),
    back: 0,
    fund: any(funds),
    name: `Giver ${below(wanted / 5)}`,
    day,
  })
  const typed = (gift: Told) => ({
    id: gift.id,
    donor_name: gift.name,
    donor_email: addressOf(gift),
    amount: dollars(gift.amount),
    day: gift.day,
    method: 'check',
    fund_id: gift.fund,
    batch_id: gift.batch ?? null,
    split_id: gift.split ?? null,
  })
  const enter = (gift: Told) =>
    query('select public.enter_gift($1, true)', [JSON.stringify(typed(gift))])
  const at = (hour: number) => `${day} ${hour}:00 America/Chicago`
  const event = (given: object) =>
    query(
      `select public.record_payment_event($1, gift => $2, payment => $3, refunded => $4, reversal => $5, told_at => $6)`,
      [
        crypto.randomUUID(),
        ...['gift', 'payment', 'refunded', 'reversal', 'told_at'].map(
          (key) => (given as Record<string, unknown>)[key] ?? null,
        ),
      ],
    )
  /** A gift of which something is left, entered by hand or online. */
  const live = (isOnline: boolean) =>
    any(told.filter((gift) => gift.back < gift.amount && (gift.payment !== undefined) === isOnline))
  /** What spends a fund's last dollars is refused: no test of it. */
  const left = (fund: string | null) =>
    sum(told.filter((gift) => gift.fund === fund).map(({ amount, back }) => amount - back)) -
    (spent.get(fund ?? '') ?? 0)
  const mayLose = (gift: Told | undefined, amount: number): gift is Told =>
    gift !== undefined && (gift.fund === null || left(gift.fund) >= amount)

  /** One check as two gifts, for two funds. */
  const splitOf = (gift: Told): Told[] => {
    const amount = 1 + below(gift.amount - 1)
    const shared = { ...gift, split: crypto.randomUUID() }
    const other = funds.filter((fund) => fund !== gift.fund)
    return [
      { ...shared, amount },
      { ...shared, id: crypto.randomUUID(), amount: gift.amount - amount, fund: any(other) },
    ]
  }
  const checksIn = (gifts: readonly Told[]) =>
    new Set(gifts.map(({ id, split }) => split ?? id)).size
  const counting = (gifts: readonly Told[]) => sum(gifts.map(({ amount, back }) => amount - back))
  const paidOf = ({ id }: Pledged) => counting(told.filter(({ pledge }) => pledge === id))
  const later = (days: number) => {
    const date = new Date(day)
    date.setUTCDate(date.getUTCDate() + days)
    return date.toISOString().slice(0, 10)
  }
  const importFile = async (rows: readonly { id: string }[]) => {
    const { id } = rows[0]!
    await query('select public.begin_import($1, $2, $3, $4)', [
      id,
      'donations',
      'gifts.csv',
      rows.length,
    ])
    await query('select public.import_rows($1, 0, $2)', [id, JSON.stringify(rows)])
  }
  const fileRow = (gift: Told) => ({
    id: gift.id,
    donor_name: gift.name,
    donor_email: addressOf(gift),
    amount: dollars(gift.amount),
    donation_type: 'one-time',
    created_at: at(9),
  })
  /** An open pledge of which something is left */
  const openPledge = () => any(pledges.filter((one) => !one.writtenOff && paidOf(one) < one.amount))

  const acts: Record<string, () => Promise<unknown>> = {
    check: async () => {
      const gift = newGift()
      await enter(gift)
      told.push(gift)
    },
    split: async () => {
      const parts = splitOf(newGift())
      for (const part of parts) await enter(part)
      told.push(...parts)
    },
    batch: async () => {
      const batch = crypto.randomUUID()
      const kept = Array.from({ length: 2 + below(4) }, () => ({ ...newGift(), batch })).flatMap(
        (gift) => (next() < 0.3 ? splitOf(gift) : gift),
      )
      const total = dollars(sum(kept.map(({ amount }) => amount)))
      await query(
        'insert into public.gift_batches (id, expected_count, expected_total) values ($1, $2, $3)',
        [batch, checksIn(kept), total],
      )
      const twice = { ...newGift(), batch }
      for (const gift of [...kept, twice]) await enter(gift)
      await query('select public.void_gift($1, $2)', [twice.id, 'Typed twice'])
      await query('select public.post_batch($1)', [batch])
      await query('select public.note_deposit($1, $2, $3, null)', [batch, total, day])
      deposited += sum(kept.map(({ amount }) => amount))
      told.push(...kept)
    },
    online: async () => {
      const gift = { ...newGift(), fund: null, payment: `pi_${crypto.randomUUID()}` }
      const row = {
        payment_id: gift.payment,
        donor_name: gift.name,
        donor_email: addressOf(gift),
        amount: dollars(gift.amount),
        donation_type: 'one-time',
        given_at: at(23),
      }
      await event({ gift: JSON.stringify(row), payment: gift.payment })
      told.push(gift)
    },
    file: async () => {
      const gift = { ...newGift(), fund: null }
      await importFile([fileRow(gift)])
      told.push(gift)
    },
    match: async () => {
      const gift = { ...newGift(), fund: null }
      const match = { ...newGift(), fund: null, name: `Works ${below(5)}` }
      await importFile([
        fileRow(gift),
        { ...fileRow(match), ...{ donation_type: 'corporate', matched_gift_id: gift.id } },
      ])
      told.push(gift, match)
    },
    'in kind': async () => {
      const thing = { ...typed(newGift()), method: 'in_kind', description: `Books ${below(1000)}` }
      await query('select public.enter_gift($1, true)', [JSON.stringify(thing)])
      inKind += 1
    },
    pledge: async () => {
      const { id: gift, name } = any(told)
      const [{ person_id }] = (await query<{ person_id: string }>(
        'select person_id from public.donations where id = $1 or payment_id = $2',
        [gift, told.find(({ id }) => id === gift)?.payment ?? null],
      )) as [{ person_id: string }]
      const parts = Array.from({ length: 1 + below(4) }, () => 5000 + below(60_000))
      const pledged = { id: crypto.randomUUID(), amount: sum(parts), writtenOff: 0, name }
      await query('select public.save_pledge($1, $2)', [
        JSON.stringify({
          ...{ id: pledged.id, donor_name: name, person_id, pledged_on: day },
          ...{ amount: dollars(pledged.amount), fund_id: any(funds) },
        }),
        JSON.stringify(
          parts.map((amount, part) => ({ due_on: later(10 + 30 * part), amount: dollars(amount) })),
        ),
      ])
      pledges.push(pledged)
    },
    'pledge paid': async () => {
      const pledge = openPledge()
      if (!pledge) return nothing
      const amount = 1 + below(Math.min(50_000, pledge.amount - paidOf(pledge)))
      const gift = { ...newGift(), name: pledge.name, amount, pledge: pledge.id }
      await enter(gift)
      await query('select public.apply_gift($1, $2)', [gift.id, pledge.id])
      told.push(gift)
    },
    'taken off': async () => {
      const gift = any(told.filter((one) => one.pledge && !one.isVoid))
      if (!gift) return nothing
      await query('select public.apply_gift($1, null, $2)', [gift.id, gift.pledge])
      delete gift.pledge
    },
    'written off': async () => {
      const pledge = openPledge()
      if (!pledge) return nothing
      pledge.writtenOff = pledge.amount - paidOf(pledge)
      await query('select public.write_off_pledge($1, $2, $3)', [
        ...[pledge.id, 'Moved away', dollars(pledge.writtenOff)],
      ])
    },
    refund: async () => {
      const gift = live(false)
      const amount = gift ? 1 + below(gift.amount - gift.back) : 0
      if (!mayLose(gift, amount)) return nothing
      await query('select public.refund_gift($1, $2, $3, $4, $5, $6)', [
        gift.id,
        dollars(amount),
        dollars(gift.back),
        'Asked',
        day,
        dollars(below(2) * 250),
      ])
      gift.back += amount
    },
    bounce: async () => {
      const gift = live(false)
      if (!mayLose(gift, gift ? gift.amount - gift.back : 0)) return nothing
      await query('select public.void_gift($1, $2, $3, $4, $5)', [
        gift.id,
        'Bounced',
        next() < 0.7,
        day,
        12.5,
      ])
      Object.assign(gift, { back: gift.amount, isVoid: true })
    },
    'online refund': async () => {
      const gift = live(true)
      if (!gift) return nothing
      gift.back += 1 + below(gift.amount - gift.back)
      await event({ payment: gift.payment, refunded: dollars(gift.back), told_at: at(12) })
    },
    correction: async () => {
      const gift = live(false)
      if (!mayLose(gift, gift ? gift.amount : 0) || gift.back > 0) return nothing
      const changed = { ...gift, amount: 100 + below(50_000), fund: any(funds) }
      const again = crypto.randomUUID()
      const isClosed = gift.day.slice(0, 7) < day.slice(0, 7)
      await query('select public.correct_gift($1, $2, $3)', [
        JSON.stringify(typed(changed)),
        'Misread',
        again,
      ])
      if (!isClosed) return Object.assign(gift, changed)
      Object.assign(gift, { back: gift.amount, isVoid: true })
      const { batch: _, ...loose } = changed
      told.push({ ...loose, id: again, isCorrected: true })
    },
    spending: async () => {
      const fund = any(funds)
      const amount = fund === null ? 0 : Math.floor(left(fund) / 4)
      if (fund === null || amount <= 0) return nothing
      await query('select public.spend_from_fund($1, $2, $3, $4, $5)', [
        crypto.randomUUID(),
        fund,
        dollars(amount),
        day,
        'Rice',
      ])
      spent.set(fund, (spent.get(fund) ?? 0) + amount)
    },
  }
  const common = [
    'check',
    'check',
    'online',
    'online',
    'file',
    'batch',
    'split',
    'match',
    'pledge',
    'pledge paid',
  ]
  const rare = [
    'in kind',
    'taken off',
    'written off',
    'refund',
    'bounce',
    'online refund',
    'correction',
    'correction',
    'spending',
  ]

  /** Whether two sums in cents, one of the database, are equal. */
  function agree(what: string, stored: string | number | null | undefined, expected: number) {
    const cents = Math.round(Number(stored ?? 0) * 100)
    if (cents !== expected)
      faults.push(`${day}: ${what} ${dollars(cents)}, not ${dollars(expected)}`)
  }
  async function look() {
    const counts = counting(told)
    const [sums] = await query<Record<string, string>>(`
      select (select sum(amount) from private.book_lines where kind in ('gift', 'refund', 'bounce', 'void', 'dispute')) as journal,
        (select sum(lifetime) from public.donors) as donors, (select sum(amount - refunded) from private.gifts) as gifts`)
    for (const [what, stored] of Object.entries(sums!)) agree(what, stored, counts)
    const [others] = await query<{ deposits: string; things: number }>(`
      select sum(amount) filter (where kind = 'deposit') as deposits,
        (count(*) filter (where kind = 'in_kind'))::integer as things from private.book_lines`)
    agree('deposits', others!.deposits, deposited)
    if (others!.things !== inKind)
      faults.push(`${day}: ${others!.things} gifts in kind, not ${inKind}`)
    const balances = await query<{ id: string; balance: string }>(
      'select id, balance from private.fund_balances()',
    )
    for (const { id, balance } of balances) agree(`fund ${id}`, balance, left(id))
    const books = await query<{ id: string; gifts: number; total: string }>(
      'select id, gifts::integer, total from private.batch_book(null)',
    )
    for (const { id, gifts, total } of books) {
      const own = told.filter(({ batch }) => batch === id)
      agree(`batch ${id}`, total, sum(own.map(({ amount }) => amount)))
      if (gifts !== checksIn(own)) faults.push(`${day}: batch ${id} has ${gifts} checks`)
    }
  }
  /** What was promised is what was paid, given up or is left; each late part is a task, once. */
  async function lookAtPledges() {
    await query('select private.remind_of_pledges()')
    const standings = await query<Record<'id' | 'paid' | 'balance' | 'status', string>>(
      'select id, paid, balance, status from private.pledge_standings',
    )
    const stored = new Map(standings.map((one) => [one.id, one]))
    for (const pledge of pledges) {
      const { paid, balance, status } = stored.get(pledge.id)!
      const left = Math.max(pledge.amount - paidOf(pledge), 0)
      agree(`paid of pledge ${pledge.id}`, paid, paidOf(pledge))
      agree(`left of pledge ${pledge.id}`, balance, left)
      const expected = pledge.writtenOff > 0 ? 'written_off' : left === 0 ? 'kept' : 'open'
      if (status !== expected) faults.push(`${day}: pledge ${pledge.id} is ${status}`)
    }
    const [month] = await query<{ closing: string }>(
      'select sum(closing) as closing from public.pledges_of_month(private.office_today())',
    )
    const isGivenUp = (one: Pledged) => one.writtenOff > 0
    const closing = pledges.map((one) =>
      isGivenUp(one) ? Math.min(0, one.amount - paidOf(one)) : one.amount - paidOf(one),
    )
    agree('pledges of the month', month!.closing, sum(closing))
    const [reminded] = await query<{ tasks: number; late: number; forgotten: string[] | null }>(
      `select (select count(*)::integer from public.tasks where body like 'Pledge of %') as tasks,
        (select count(*)::integer from public.pledge_installments where reminded_at is not null) as late,
        (select array_agg(pledge_id) from public.pledge_installments where reminded_at is null and due_on < private.office_today()) as forgotten`,
    )
    const { tasks, late, forgotten } = reminded!
    if (tasks !== late) faults.push(`${day}: ${tasks} reminders of ${late} installments`)
    const isForgotten = (one: Pledged) =>
      paidOf(one) === 0 && one.writtenOff === 0 && forgotten?.includes(one.id)
    if (pledges.some(isForgotten)) faults.push(`${day}: nobody is reminded of a late installment`)
  }
  async function receipts() {
    const years = await query<{ year: number; total: string }>(`
      select year, (select sum(total) from private.receipts_due(year, array(select id from public.donors))) as total
      from (select distinct extract(year from booked_day)::integer as year from private.gifts) as listed`)
    for (const { year, total } of years) {
      const ofYear = told.filter((gift) => gift.day.startsWith(String(year)))
      agree(`receipts of ${year}`, total, sum(ofYear.map(({ amount, back }) => amount - back)))
    }
  }
  const lines = (month: string) =>
    query(
      `select md5(string_agg(line::text, ',' order by day, kind, id)) as lines from private.book_lines as line where day >= $1 and day < $1::date + interval '1 month'`,
      [month],
    )
  const closed: [month: string, lines: unknown][] = []

  const first = Object.keys(acts)
  const perDay = wanted / allDays.length
  for (const [index, now] of allDays.entries()) {
    day = now
    while (told.length < perDay * (index + 1)) {
      // Each way once, then as they come.
      const act = first.shift() ?? any(next() < 0.75 ? common : rare)
      await pg.query(`select set_config('request.jwt.claims', $1, false)`, [
        JSON.stringify(
          ((id: string) => ({ sub: id, session_id: id, role: 'authenticated' }))(
            any(colleagues).id,
          ),
        ),
      ])
      if ((await acts[act]!()) !== nothing) done.add(act)
    }
    await look()
    await lookAtPledges()
    if (allDays[index + 1]?.endsWith('-01') ?? true) {
      const month = `${day.slice(0, 7)}-01`
      await receipts()
      await query('select public.close_month($1, private.net_of_month($1))', [month])
      closed.push([month, await lines(month)])
    }
  }
  for (const [month, were] of closed) {
    if (JSON.stringify(await lines(month)) !== JSON.stringify(were))
      faults.push(`${month} changed after it was closed`)
  }
  const never = Object.keys(acts).filter((act) => !done.has(act))
  return { never, faults, gifts: told.length }
}
