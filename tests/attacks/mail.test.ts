import { Webhook } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { localKeys } from '../../supabase/embedded/config'
import {
  attack,
  backend,
  setUpAttack,
  canary,
  changingNothing,
  query,
  rest,
  rpc,
  send,
} from './attacker'
import { mailProviders, reached, sns, tellOf } from './mail-events'

setUpAttack()

const deliverMails = () =>
  attack('anon', {
    method: 'POST',
    path: '/functions/v1/deliver-mail',
    headers: { authorization: 'Bearer local-development-only' },
  })

describe('a receipt', () => {
  it('carries nothing that a stranger typed, whichever field they try', async () => {
    const evil = `Win money: https://evil.example ${canary} <b>{{name}}</b>`
    const person = { first_name: evil, last_name: evil, phone: evil.slice(0, 40) }
    const email = 'victim@example.org'
    const program = { relationship: 'parent', program_interest: 'early-childhood', goals: evil }
    const partner = {
      organization_type: 'other',
      partnership_type: 'ngo',
      organization_name: evil,
      contact_name: evil,
      contact_title: evil,
      description: evil,
      goals: evil,
      phone: '1',
    }
    const forms = {
      volunteer_applications: { ...person, email, motivation: evil },
      program_applications: { ...person, email, child_name: evil, ...program },
      partnership_proposals: { ...partner, email },
    }
    for (const [form, row] of Object.entries(forms)) {
      expect((await send('anon', rest('POST', form, row))).status, form).toBe(201)
    }
    await deliverMails()
    const mails = backend.outbox.mails.filter(({ to }) => to === email)
    expect(mails).toHaveLength(3)
    for (const mail of mails) expect(JSON.stringify(mail)).not.toMatch(/evil|zq7|\{\{|<b>/)
  })

  it('names no program that the site does not have', async () => {
    const email = 'registered@example.org'
    const person = { first_name: 'Eve', last_name: canary, email, program: 'win-at-evil-example' }
    await send('anon', rest('POST', 'program_registrations', person))
    for (const status of ['waitlisted', 'offered', 'confirmed']) {
      await query(
        `update public.program_registrations set status = '${status}' where email = '${email}'`,
      )
      await query('update private.outbox set next_at = now()')
      await deliverMails()
    }
    const mails = backend.outbox.mails.filter(({ to }) => to === email)
    expect(mails).toHaveLength(4)
    expect(JSON.stringify(mails)).not.toMatch(/evil|zq7/)
  })

  it.each([
    'a@example.org, victim@example.org',
    'a@example.org;victim@example.org',
    'Victim <victim@example.org>',
    'friends:victim@example.org;',
    'a@example.org\u2028Bcc: victim@example.org',
    '"a@example.org, victim"@example.org',
  ])('is not sent to the address %j', async (email) => {
    const before = await query('select id from private.outbox')
    const { status } = await send(
      'anon',
      rest('POST', 'contact_messages', { name: 'Eve', email, message: email }),
    )
    expect(status).toBe(201)
    expect(await query('select id from private.outbox')).toHaveLength(before.length)
  })

  it.each(['a@example.org\r\nBcc: victim@example.org', 'a@example.org\nSubject: x'])(
    'is neither stored nor sent with the address %j',
    (email) =>
      changingNothing(async () => {
        const row = { name: 'Eve', email, message: 'x' }
        expect((await attack('anon', rest('POST', 'contact_messages', row))).status).toBe(400)
      }),
  )

  it('does not fill a stranger’s mailbox, from however many networks', async () => {
    for (let number = 0; number < 12; number += 1) {
      const email = `${number % 2 ? 'BOMB' : 'bomb'}${number % 3 ? '' : `+${number}`}@example.org`
      const row = { name: 'Eve', email, message: `No. ${number}` }
      expect((await send('anon', rest('POST', 'contact_messages', row))).status).toBe(201)
    }
    await deliverMails()
    expect(backend.outbox.mails.filter(({ to }) => /^bomb/i.test(to))).toHaveLength(3)
  })
})

describe('a header', () => {
  it('cannot be added by way of a campaign’s subject or merge field', async () => {
    await query(
      `insert into public.email_campaigns (id, name, subject, content, status)
       values ('00000000-0000-4000-8000-0000000000c9', 'x', 'For {{name}}', '{{name}}', 'sending')`,
    )
    await query(
      `insert into private.outbox (idempotency_key, kind, recipient, campaign_id, data)
       values ('campaign:x', 'campaign', 'reader@example.org', '00000000-0000-4000-8000-0000000000c9', $1)`,
      [{ fields: { name: 'Eve\r\nBcc: victim@example.org\r\n\r\n<script>alert(1)</script>' } }],
    )
    await deliverMails()
    const mail = backend.outbox.mails.find(({ to }) => to === 'reader@example.org')!
    expect(mail.headers).not.toMatch(/^Bcc/im)
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.html).not.toContain('<script')
  })
})

describe('a status token', () => {
  let tokens: string[]
  beforeAll(async () => {
    for (const name of ['one', 'two']) {
      const row = { name, email: `${name}@example.org`, message: name }
      await send('anon', rest('POST', 'contact_messages', row))
    }
    await deliverMails()
    tokens = ['one', 'two'].map((name) => {
      const { text } = backend.outbox.mails.find(({ to }) => to === `${name}@example.org`)!
      return /\/status#([\w-]{43})/.exec(text)![1]!
    })
  })

  it('opens only its own submission, and shows only its progress', async () => {
    const answers = await Promise.all(
      tokens.map((token) => attack('anon', rpc('submission_stage', { token }))),
    )
    const [one, two] = answers.map(({ body }) => (body as Record<string, unknown>[])[0]!)
    expect(one!.reference).not.toBe(two!.reference)
    expect(Object.keys(one!).sort()).toEqual([
      'answered_at',
      'created_at',
      'due_at',
      'kind',
      'messages_left',
      'offered_until',
      'position',
      'program',
      'reference',
      'stage',
    ])
  })

  it('comes again only by mail to the owner of an address, whoever asks, and the answers are alike', async () => {
    const mine = { name: 'one', email: 'ONE@example.org', message: 'one more' }
    await send('anon', rest('POST', 'contact_messages', mine))
    await deliverMails()
    const answers = []
    for (const address of ['one@example.org', 'nobody@example.org']) {
      const { status, text } = await attack('supporter', rpc('send_status_links', { address }))
      answers.push({ status, text })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]!.status).toBe(204)
    await deliverMails()
    const mails = backend.outbox.mails.filter(({ subject }) => subject.startsWith('Your links'))
    expect(mails.map(({ to }) => to.toLowerCase())).toEqual(['one@example.org'])
    const again = [...mails[0]!.text.matchAll(/\/status#([\w-]{43})/g)].map(([, token]) => token!)
    expect(new Set(again).size).toBe(2)
    const references = async (all: string[]) => {
      const opened = await Promise.all(
        all.map((token) => attack('anon', rpc('submission_stage', { token }))),
      )
      return opened.map(({ body }) => (body as { reference: string }[])[0]!.reference)
    }
    expect(await references(again)).toContain((await references([tokens[0]!]))[0])
    expect(await references(again)).not.toContain((await references([tokens[1]!]))[0])
  })

  it('cannot be guessed, and every wrong one gets the same answer', async () => {
    const [{ id }] = (await query<{ id: string }>('select id from public.submissions')) as [
      { id: string },
    ]
    const guesses = [
      '',
      '%',
      id,
      tokens[0]!.slice(1),
      tokens[0]!.toUpperCase(),
      "' or true --",
      'A'.repeat(100_000),
    ]
    await changingNothing(async () => {
      for (const token of guesses) {
        expect((await attack('anon', rpc('submission_stage', { token }))).text).toBe('[]')
        expect((await attack('anon', rpc('status_messages', { token }))).text).toBe('[]')
        expect((await attack('anon', rpc('add_message', { token, body: 'x' }))).text).toBe('false')
        expect((await attack('anon', rpc('withdraw', { token }))).text).toBe('false')
        expect((await attack('anon', rpc('accept_seat', { token }))).text).toBe('false')
      }
    })
  })

  it('is in no answer to an account, and in no table', async () => {
    for (const table of ['outbox', 'status_tokens', 'suppressions', 'mail_settings']) {
      expect((await attack('admin', rest('GET', table))).status).toBe(404)
    }
    for (const table of ['private.outbox', 'private.status_tokens', 'public.change_log']) {
      const kept = await query(
        `select from ${table} as stored where position('${tokens[0]}' in stored::text) > 0`,
      )
      expect(kept, table).toEqual([])
    }
  })
})

describe('a consent link', () => {
  it('cannot be guessed, and no guess learns of a child or changes anything', async () => {
    const [tie] = await query<{ child_id: string; adult_id: string }>(
      `select child_id, adult_id from private.guardians
       join public.mentees on person_id = child_id limit 1`,
    )
    const token = 'T'.repeat(43)
    const ids = [tie!.child_id, tie!.adult_id]
    await query(
      `insert into private.consent_requests (batch, child_id, adult_id, kinds, road, hash)
       values (gen_random_uuid(), $1, $2, '{photo}', 'code', private.token_hash($3))`,
      [...ids, token],
    )
    const stored = () => query('select * from private.consents order by id')
    const before = await stored()
    const guesses = ['', '%', ids[0]!, token.slice(1), token.toLowerCase(), 'A'.repeat(100_000)]
    for (const guess of guesses) {
      const from = { 'cf-connecting-ip': `2001:db8:${guesses.indexOf(guess) + 100}::1` }
      const page = await attack('anon', {
        ...rpc('consent_request', { token: guess }),
        headers: from,
      })
      const said = { token: guess, kind: 'photo', version: 1, answer: 'no' }
      const answer = await attack('anon', { ...rpc('answer_consent', said), headers: from })
      expect([page.text, answer.text]).toEqual(['null', 'null'])
    }
    expect(await stored()).toEqual(before)
    const right = await attack('anon', rpc('consent_request', { token }))
    expect(Object.keys(right.body as object).sort()).toEqual([
      'child',
      'is_open',
      'questions',
      'until',
    ])
  })
})

describe('reports of a mail provider', () => {
  const told = (recipient: string) => ({
    type: 'email.bounced',
    created_at: new Date().toISOString(),
    data: {
      email_id: 'x',
      to: [recipient],
      bounce: { type: 'Permanent', subType: 'General', message: '550' },
    },
  })
  const tell = (event: object, secret: string, at = new Date(), id = 'msg_1', change = '') => {
    const body = JSON.stringify(event)
    return {
      method: 'POST',
      path: '/functions/v1/mail-events',
      body: body + change,
      headers: {
        'svix-id': id,
        'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
        'svix-signature': new Webhook(secret).sign(id, at, body),
      },
    }
  }
  const other = `whsec_${btoa('somebody else’s secret'.replace('’', ''))}`
  const real = localKeys.mailEvents

  it('is believed only if signed, whole and fresh', async () => {
    const event = told('supporter@kindlewell.test')
    const old = new Date(Date.now() - 10 * 60_000)
    const unsigned = { ...tell(event, real), headers: {} }
    await changingNothing(async () => {
      for (const request of [
        unsigned,
        tell(event, other),
        tell(event, real, old),
        tell(event, real, new Date(), 'msg_1', ' '),
      ]) {
        expect((await attack('anon', request)).status).toBe(401)
      }
    })
  })

  it('counts once, however often it is sent again', async () => {
    const request = tell(told('bounced@example.org'), real)
    expect((await send('anon', request)).status).toBe(200)
    const suppressed = `select from private.suppressions where address = 'bounced@example.org'`
    expect(await query(suppressed)).toHaveLength(1)
    await query(`delete from private.suppressions where address = 'bounced@example.org'`)
    await changingNothing(() => send('anon', request))
  })

  it('after giving up shows the mail as failed and suppresses no address', async () => {
    const [{ id }] = (await query<{ id: string }>(
      `select id from private.outbox where recipient = 'reader@example.org'`,
    )) as [{ id: string }]
    for (const [type, given, error] of [
      ['email.failed', { failed: { reason: 'over quota' } }, 'failed: over quota'],
      ['email.suppressed', { suppressed: { message: 'on our list' } }, 'failed: on our list'],
    ] as const) {
      const data = { email_id: 'x', to: ['reader@example.org'], tags: { mail: id }, ...given }
      const request = tell({ type, data }, real, new Date(), type)
      expect((await send('anon', request)).status).toBe(200)
      expect(await query('select state, error from private.outbox where id = $1', [id])).toEqual([
        { state: 'failed', error },
      ])
    }
    expect(
      await query(`select from private.suppressions where address = 'reader@example.org'`),
    ).toEqual([])
  })

  it('that a mail has not arrived yet show beside it, and suppress no address', async () => {
    const [{ id }] = (await query<{ id: string }>(
      `update private.outbox set state = 'sent', failed_at = null, error = null
      where recipient = 'reader@example.org' returning id`,
    )) as [{ id: string }]
    const suppressed = () => query('select from private.suppressions')
    const before = (await suppressed()).length
    const reported = async (type: string, bounce?: object) => {
      const data = { email_id: 'x', to: ['reader@example.org'], tags: { mail: id }, bounce }
      const request = tell({ type, data }, real, new Date(), crypto.randomUUID())
      expect((await send('anon', request)).status).toBe(200)
      const asked =
        'select state, failed_at is not null as is_late, error from private.outbox where id = $1'
      return (await query(asked, [id]))[0]
    }
    const late = { state: 'sent', is_late: true }
    for (const [type, message] of [
      ['Transient', 'smtp; 550 5.4.4 Invalid domain'],
      ['Transient', 'smtp; 452 4.2.2 over quota'],
      ['Undetermined', 'unknown'],
    ]) {
      expect(await reported('email.bounced', { type, message })).toEqual({
        ...late,
        error: message,
      })
    }
    expect(await reported('email.delivered')).toEqual({
      state: 'sent',
      is_late: false,
      error: null,
    })
    expect(await reported('email.delivery_delayed')).toEqual({ ...late, error: null })
    expect(await suppressed()).toHaveLength(before)
  })

  it('about an opened mail change nothing', () =>
    changingNothing(async () => {
      const event = { ...told('x@example.org'), type: 'email.opened' }
      expect((await send('anon', tell(event, real, new Date(), 'msg_2'))).status).toBe(200)
    }))
})

describe.each(mailProviders)('reports of $name', ({ name, tell, forged }) => {
  const to = `reader@${name}.example`
  const mail = crypto.randomUUID()
  const of = { mail, to: `Reader <forwarded@${name}.example>` }
  const blocked = () =>
    query(`select address, reason from private.suppressions where address like '%@${name}.example'`)
  beforeEach(async () => {
    await query('delete from private.outbox where id = $1', [mail])
    await query(`delete from private.suppressions where address like '%@${name}.example'`)
    await query('delete from private.unknown_mail_events')
    await query(
      `insert into private.outbox (id, idempotency_key, kind, recipient, state, sent_at)
      values ($1, $2, 'receipt', $3, 'sent', now())`,
      [mail, `${name}:${mail}`, to],
    )
    reached.length = 0
  })
  const shown = async () =>
    (
      await query(
        'select state, failed_at is not null as is_late, error from private.outbox where id = $1',
        [mail],
      )
    )[0]
  const sent = { state: 'sent', is_late: false, error: null }

  it.each([
    [
      'a hard bounce',
      { ...sent, state: 'failed', is_late: true, error: 'bounced: 550 no such user' },
      'bounced',
    ],
    ['a soft bounce', { ...sent, is_late: true, error: '452 mailbox full' }, undefined],
    ['a complaint', { ...sent, error: 'complained' }, 'complained'],
    ['an unsubscription', sent, 'unsubscribed'],
    [
      'a refusal by its own list',
      { state: 'failed', is_late: true, error: 'failed: deactivated' },
      undefined,
    ],
    ['a delivery', sent, undefined],
  ] as const)(
    'note %s at the mail that has our id, and its recipient',
    async (told, row, reason) => {
      await query(
        `insert into public.newsletter_subscriptions (name, email) values ('Reader', $1) on conflict do nothing`,
        [to],
      )
      const event = tell(told, of)
      expect(await tellOf(name, event)).toBe(200)
      expect(await shown()).toEqual(row)
      expect(await blocked()).toEqual(reason ? [{ address: to, reason }] : [])
      const subscribed = await query(
        'select from public.newsletter_subscriptions where email = $1',
        [to],
      )
      expect(subscribed).toHaveLength(told === 'an unsubscription' ? 0 : 1)
      await changingNothing(() => tellOf(name, event))
    },
  )

  it.each(Object.entries(forged))('are refused with %s', (_, forge) =>
    changingNothing(async () => {
      expect(await tellOf(name, forge('a hard bounce', of))).toBe(401)
      const amazon = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123.pem'
      expect(reached.filter((address) => address !== amazon)).toEqual([])
    }),
  )

  it('about an opened mail change nothing, and others of an unknown kind are counted', async () => {
    await changingNothing(async () => expect(await tellOf(name, tell('an opening', of))).toBe(200))
    expect(await tellOf(name, tell('something new', of))).toBe(200)
    expect(await tellOf(name, tell('something new', of))).toBe(200)
    expect([await shown(), await blocked()]).toEqual([sent, []])
    const counted = await query(
      'select lower(kind) as kind, times from private.unknown_mail_events',
    )
    expect(counted).toEqual([{ kind: `${name} telepathy`, times: 2 }])
  })
})

describe('reports of one more provider', () => {
  const of = { mail: crypto.randomUUID(), to: 'victim@example.org' }
  const mailgun = mailProviders.find(({ name }) => name === 'mailgun')!

  it('do not borrow the signature of another event', async () => {
    const { body } = mailgun.tell('something new', of) as { body: Record<string, object> }
    expect(await tellOf('mailgun', { body })).toBe(200)
    await changingNothing(async () => {
      const forged = { ...mailgun.tell('a hard bounce', of).body, signature: body.signature! }
      expect(await tellOf('mailgun', { body: forged })).toBe(200)
    })
  })

  it.each(['1', '2'])(
    'confirm only the subscription of our topic, signature version %s',
    async (version) => {
      const subscription = {
        ...{ Type: 'SubscriptionConfirmation', Token: 'x', Message: 'To confirm, visit' },
        SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=x',
      }
      const confirm = (change: object) =>
        tellOf('ses', sns({ ...subscription, ...change }, { version }))
      reached.length = 0
      const confirmed = () => reached.filter((address) => !address.endsWith('.pem'))
      // Its failure is reported, and nothing else changes.
      expect(await confirm({ SubscribeURL: 'https://evil.example/' })).toBe(500)
      await changingNothing(async () => {
        expect(await confirm({ TopicArn: 'arn:aws:sns:eu-west-1:666666666666:mail' })).toBe(401)
        expect(confirmed()).toEqual([])
        expect(await confirm({})).toBe(200)
      })
      expect(confirmed()).toEqual([subscription.SubscribeURL])
    },
  )

  it('are refused where the project has no secret of it, and for an unknown provider', () =>
    changingNothing(async () => {
      expect(await tellOf('resend', { body: {} })).toBe(401)
      expect(await tellOf('constructor', { body: {} })).toBe(404)
    }))
})

describe('the functions', () => {
  it('deliver nothing without the secret', () =>
    changingNothing(async () => {
      for (const headers of [
        {},
        { authorization: 'Bearer x' },
        { authorization: 'local-development-only' },
      ]) {
        const path = '/functions/v1/deliver-mail'
        expect((await attack('anon', { method: 'POST', path, headers })).status).toBe(401)
      }
    }))

  it('unsubscribe with one click of a mail client, and with no link that a scanner follows', async () => {
    const mail = backend.outbox.mails.find(({ to }) => to === 'reader@example.org')!
    const token = /\/unsubscribe#([\w-]{43})/.exec(mail.text)![1]!
    const path = `/functions/v1/unsubscribe?token=${token}`
    const oneClick = {
      method: 'POST',
      path,
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    await changingNothing(async () => {
      const response = await fetch(backend.url + path, { redirect: 'manual' })
      expect(response.headers.get('location')).toBe(`${backend.url}/unsubscribe#${token}`)
      expect((await attack('anon', { ...oneClick, body: 'x=y' })).status).toBe(400)
      const wrong = { ...oneClick, path: '/functions/v1/unsubscribe?token=x' }
      expect((await attack('anon', wrong)).status).toBe(200)
    })
    expect((await attack('anon', oneClick)).status).toBe(200)
    const [row] = await query<{ reason: string }>(
      `select reason from private.suppressions where address = 'reader@example.org'`,
    )
    expect(row?.reason).toBe('unsubscribed')
  })
})
