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
}

const dollars = (cents: number) => (cents / 100).toFixed(2)
const addressOf = ({ name }: Told) => `${name.replace(' ', '.')}@books.test`
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

/**
 * The months of a small foundation's books: gifts by all roads, what comes back of them, corrections by ten
 * colleagues, and each month closed once it is over. A new way for a gift to come or to change is one more of `acts`.
 *
 * @returns how often each happened, and what does not add up at the end of a day
 */
export async function keepBooks({ pg }: Database, { months, gifts: wanted, seed }: Story) {
  const next = numbersOf(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const any = <T>(list: readonly T[]): T => list[below(list.length)]!
  const query = async <Row>(sql: string, given: unknown[] = []) =>
    (await pg.query<Row>(sql, given)).rows
  const done: Record<string, number> = {}
  const faults: string[] = []
  const told: Told[] = []
  const spent = new Map<string, number>()

  await pg.exec(`
    delete from public.fund_spendings where true;
    delete from public.donations where true;
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

  const acts: Record<string, () => Promise<unknown>> = {
    check: async () => {
      const gift = newGift()
      await enter(gift)
      told.push(gift)
    },
    batch: async () => {
      const batch = crypto.randomUUID()
      const kept = Array.from({ length: 2 + below(4) }, () => ({ ...newGift(), batch }))
      const total = dollars(sum(kept.map(({ amount }) => amount)))
      await query(
        'insert into public.gift_batches (id, expected_count, expected_total) values ($1, $2, $3)',
        [batch, kept.length, total],
      )
      const twice = { ...newGift(), batch }
      for (const gift of [...kept, twice]) await enter(gift)
      await query('select public.void_gift($1, $2)', [twice.id, 'Typed twice'])
      await query('select public.post_batch($1)', [batch])
      await query('select public.note_deposit($1, $2, $3, null)', [batch, total, day])
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
      const row = {
        id: gift.id,
        donor_name: gift.name,
        donor_email: addressOf(gift),
        amount: dollars(gift.amount),
        donation_type: 'one-time',
        created_at: at(9),
      }
      await query('select public.begin_import($1, $2, $3, 1)', [gift.id, 'donations', 'gifts.csv'])
      await query('select public.import_rows($1, 0, $2)', [gift.id, JSON.stringify([row])])
      told.push(gift)
    },
    'in kind': () =>
      query('select public.enter_gift($1, true)', [
        JSON.stringify({
          ...typed(newGift()),
          method: 'in_kind',
          description: `Books ${below(1000)}`,
        }),
      ]),
    refund: async () => {
      const gift = live(false)
      const amount = gift ? 1 + below(gift.amount - gift.back) : 0
      if (!mayLose(gift, amount)) return
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
      if (!mayLose(gift, gift ? gift.amount - gift.back : 0)) return
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
      if (!gift) return
      gift.back += 1 + below(gift.amount - gift.back)
      await event({ payment: gift.payment, refunded: dollars(gift.back), told_at: at(12) })
    },
    correction: async () => {
      const gift = live(false)
      if (!mayLose(gift, gift ? gift.amount : 0) || gift.back > 0) return
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
      if (fund === null || amount <= 0) return
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
  const common = ['check', 'check', 'online', 'online', 'file', 'batch']
  const rare = [
    'in kind',
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
    const counts = sum(told.map(({ amount, back }) => amount - back))
    const [sums] = await query<Record<string, string>>(`
      select (select sum(amount) from private.book_lines where kind in ('gift', 'refund', 'bounce', 'void', 'dispute')) as journal,
        (select sum(lifetime) from public.donors) as donors, (select sum(amount - refunded) from private.gifts) as gifts`)
    for (const [what, stored] of Object.entries(sums!)) agree(what, stored, counts)
    const balances = await query<{ id: string; balance: string }>(
      'select id, balance from private.fund_balances()',
    )
    for (const { id, balance } of balances) agree(`fund ${id}`, balance, left(id))
    const books = await query<{ id: string; total: string; deposited: string }>(
      'select id, total, deposited from private.batch_book(null)',
    )
    for (const { id, total } of books) {
      agree(
        `batch ${id}`,
        total,
        sum(told.filter(({ batch }) => batch === id).map(({ amount }) => amount)),
      )
    }
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

  const perDay = wanted / allDays.length
  for (const [index, now] of allDays.entries()) {
    day = now
    while (told.length < perDay * (index + 1)) {
      const act = any(next() < 0.75 ? common : rare)
      await pg.query(`select set_config('request.jwt.claims', $1, false)`, [
        JSON.stringify(
          ((id: string) => ({ sub: id, session_id: id, role: 'authenticated' }))(
            any(colleagues).id,
          ),
        ),
      ])
      await acts[act]!()
      done[act] = (done[act] ?? 0) + 1
    }
    await look()
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
  return { done, faults, gifts: told.length }
}
