import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rowCount } from '../embedded/support'
import { forms as publicForms, sentRow } from '../public-forms'
import {
  attack,
  backend,
  setUpAttack,
  canary,
  changingNothing,
  expectRefused,
  idWhere,
  query,
  rest,
  send,
} from './attacker'

setUpAttack()

beforeAll(() =>
  query(
    "insert into private.suppressions (address, reason) values ('left@example.org', 'unsubscribed')",
  ),
)

/** Values that CSV and an address can hold unchanged. */
const asWord = (value: unknown) => (typeof value === 'string' && /[\n,"]/.test(value) ? 'x' : value)
const forms = Object.fromEntries(
  publicForms.map((form) => {
    const fields = Object.entries(sentRow(form, 'mal@example.org'))
    const words = fields.filter(([, value]) => value !== null && !Array.isArray(value))
    return [form.table, Object.fromEntries(words.map(([name, value]) => [name, asWord(value)]))]
  }),
)
const names = Object.keys(forms)
/** A row that the form accepts, unlike any other. */
const row = (form: string, number: number) => ({ ...forms[form], email: `m${number}@example.org` })

afterEach(() =>
  backend.exclusive(async (pg) => {
    for (const form of names)
      await pg.exec(`delete from public.${form} where email like 'm%@example.org'`)
    await pg.exec('delete from private.recent_submissions')
  }),
)

describe.each(names)('%s', (form) => {
  const sent = () => row(form, 1)

  it.each(['anon', 'supporter'])('cannot be read back by %s', async (persona) => {
    const represent = { prefer: 'return=representation' }
    await expectRefused(persona, [
      rest('POST', form, sent(), represent),
      rest('POST', `${form}?select=id`, sent(), represent),
      rest('POST', form, sent(), { prefer: 'return=headers-only' }),
      rest('POST', `${form}?select=created_at`, sent(), {
        ...represent,
        accept: 'application/vnd.pgrst.object+json',
      }),
      rest('POST', form, sent(), { prefer: 'return=representation,handling=lenient,count=exact' }),
    ])
  })

  it('reveals no address of the new row', async () => {
    const answer = await send('anon', rest('POST', form, sent(), { prefer: 'return=minimal' }))
    expect(answer.status).toBe(201)
    expect(answer.text).toBe('')
    expect(answer.headers.get('location')).toBeNull()
  })

  it.each(['anon', 'admin'])('does not let %s choose our columns', async (persona) => {
    const ours = {
      id: '00000000-0000-4000-8000-000000000001',
      created_at: '2020-01-01T00:00:00Z',
      ...(form !== 'newsletter_subscriptions' && { status: 'contacted' }),
    }
    for (const [name, value] of Object.entries(ours)) {
      const tampered = { ...sent(), [name]: value }
      const columns = Object.keys(tampered).join(',')
      const values = Object.values(tampered).join(',')
      await expectRefused(persona, [
        rest('POST', form, tampered),
        rest('POST', form, [tampered, { ...row(form, 2), [name]: value }]),
        rest('POST', `${form}?columns=${columns}`, [tampered, sent()]),
        rest('POST', `${form}?columns=${columns}`, tampered, { prefer: 'missing=default' }),
        rest('POST', form, `${columns}\n${values}`, { 'content-type': 'text/csv' }),
        rest('POST', form, new URLSearchParams(tampered).toString(), {
          'content-type': 'application/x-www-form-urlencoded',
        }),
      ])
    }
  })

  it('cannot be overwritten, changed or withdrawn by its sender', async () => {
    const id = await idWhere(form)
    const over = { ...sent(), id }
    for (const persona of ['anon', 'supporter']) {
      await expectRefused(
        persona,
        [
          rest('POST', `${form}?on_conflict=id`, over, { prefer: 'resolution=merge-duplicates' }),
          rest('POST', `${form}?on_conflict=email`, sent(), {
            prefer: 'resolution=merge-duplicates',
          }),
          rest('PUT', `${form}?id=eq.${id}`, over),
          rest('PATCH', `${form}?id=eq.${id}`, { email: 'mine@example.org' }),
          rest('PATCH', `${form}?id=not.is.null`, { status: 'contacted' }),
          rest('DELETE', `${form}?id=eq.${id}`),
          rest('DELETE', `${form}?id=not.is.null`),
        ],
        '42501',
        '42P10',
        'PGRST204',
        '42703',
      )
    }
  })

  it('takes no text of 100 KB in any field', async () => {
    // A day is not text.
    const fields = Object.entries(forms[form]!).flatMap(([field, value]) =>
      typeof value === 'string' && !/^[\d-]{10}$/.test(value) ? [field] : [],
    )
    expect(fields).toContain('email')
    const requests = fields.map((field) =>
      rest('POST', form, { ...sent(), [field]: 'x'.repeat(100_000) }),
    )
    for (const answer of await expectRefused('anon', requests, '23514')) {
      expect(answer.status).toBe(400)
      expect(answer.text.length).toBeLessThan(2000)
    }
  })

  it('takes no 1,000 rows in one request', async () => {
    const rows = Array.from({ length: 1000 }, (_, number) => row(form, number))
    const elsewhere = { origin: 'https://elsewhere.example' }
    const [answer] = await expectRefused('anon', [rest('POST', form, rows, elsewhere)], '429')
    const { status, headers, body } = answer!
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(600)
    // A script of another site may read that too.
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(Object.keys(body as object).sort()).toEqual(['code', 'details', 'hint', 'message'])
  })

  it('takes five of thirty from one address, while another is served', async () => {
    const before = await rowCount(backend, `public.${form}`)
    const flood = Array.from({ length: 30 }, (_, number) =>
      send('anon', rest('POST', form, row(form, number), { 'cf-connecting-ip': '198.51.100.7' })),
    )
    const neighbor = send(
      'anon',
      rest('POST', form, row(form, 99), { 'cf-connecting-ip': '198.51.100.8' }),
    )
    const statuses = (await Promise.all(flood)).map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array<number>(5).fill(201), ...Array<number>(25).fill(429)])
    expect((await neighbor).status).toBe(201)
    expect(await rowCount(backend, `public.${form}`)).toBe(before + 6)
  })
})

const form = 'contact_messages'

it.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'true-client-ip'])(
  'changing %s at each try does not evade the limit',
  async (header) => {
    const before = await rowCount(backend, `public.${form}`)
    for (let count = 1; count <= 6; count += 1) {
      const address = { 'cf-connecting-ip': '198.51.100.9', [header]: `203.0.113.${count}` }
      const { status } = await send('anon', rest('POST', form, row(form, count), address))
      expect(status).toBe(count <= 5 ? 201 : 429)
    }
    expect(await rowCount(backend, `public.${form}`)).toBe(before + 5)
  },
)

it('signing in, another account and another spelling of the address do not evade the limit', async () => {
  const from = { 'cf-connecting-ip': '2001:db8:aaaa:1::1' }
  const household = { 'cf-connecting-ip': '2001:db8:aaaa:1:ffff::2' }
  for (let count = 1; count <= 5; count += 1) {
    await send('anon', rest('POST', form, row(form, count), from))
  }
  for (const persona of ['anon', 'supporter', 'newcomer', 'staff']) {
    const again = [
      rest('POST', form, row(form, 6), household),
      rest('POST', form, row(form, 6), { ...from, prefer: 'tx=rollback' }),
      rest('POST', form, row(form, 6), { ...from, prefer: 'resolution=ignore-duplicates' }),
    ]
    await expectRefused(persona, again, '429', '42501')
  }
})

it('an existing subscription is refused without a word about its row', async () => {
  const [{ email } = { email: '' }] = await query<{ email: string }>(
    'select email from public.newsletter_subscriptions limit 1',
  )
  for (const address of [email, email.toUpperCase(), `  ${email} `]) {
    const [answer] = await expectRefused(
      'anon',
      [rest('POST', 'newsletter_subscriptions', { name: 'Mal', email: address })],
      '23505',
    )
    expect(answer!.body).toMatchObject({ details: null, hint: null })
  }
})

it('with double opt-in no answer tells whether an address is subscribed', async () => {
  const [{ email } = { email: '' }] = await query<{ email: string }>(
    'select email from public.newsletter_subscriptions limit 1',
  )
  await query('update private.mail_settings set double_opt_in = true')
  const prefers = ['return=minimal', 'return=representation', 'return=headers-only', 'count=exact']
  const names = ['Mal', '', 'x'.repeat(201)]
  for (const persona of ['anon', 'supporter'] as const) {
    for (const [number, prefer] of prefers.entries()) {
      for (const name of names) {
        const answers = []
        for (const address of [
          email,
          ` ${email.toUpperCase()}`,
          `${persona}${number}@example.org`,
        ]) {
          await query('delete from private.recent_submissions')
          const subscription = { name, email: address }
          const answer = await send(
            persona,
            rest('POST', 'newsletter_subscriptions', subscription, { prefer }),
          )
          answers.push(`${answer.status} ${answer.text} ${answer.headers.get('content-range')}`)
        }
        expect(new Set(answers).size, answers.join('\n')).toBe(1)
      }
    }
  }
  await query('update private.mail_settings set double_opt_in = false')
})

it.each(['anon', 'supporter'])(
  'no preference tells %s whether the same was sent before, or an address unsubscribed',
  async (persona) => {
    const preferences = ['exact', 'planned', 'estimated'].map((count) => `count=${count}`)
    preferences.push('return=representation', 'return=headers-only')
    for (const form of names) {
      await send('anon', rest('POST', form, row(form, 1)))
      const unsubscribed = { ...row(form, 3), email: 'left@example.org' }
      for (const prefer of preferences) {
        const tries = [row(form, 1), row(form, 2), unsubscribed].map((sent) =>
          rest('POST', form, sent, { prefer }),
        )
        const answers = await expectRefused(persona, tries)
        expect(new Set(answers.map(({ text }) => text)).size, `${form} ${prefer}`).toBe(1)
        for (const { headers } of answers) expect(headers.get('content-range')).toBeNull()
      }
    }
  },
)

it('a refused row is not repeated in the error', async () => {
  await changingNothing(async () => {
    const answer = await attack(
      'anon',
      rest('POST', 'program_applications', {
        ...row('program_applications', 1),
        child_name: 'Private Name',
        relationship: 'friend',
      }),
    )
    expect(answer.body).toMatchObject({ code: '23514' })
    expect(answer.text).not.toContain('Private Name')
    expect(answer.text).not.toContain(canary)
  })
})
