import { expect, test } from 'vitest'
import { Unsendable } from './mail-data'
import { composeMail } from './mails'

const urls = { site: 'https://www.example.org', functions: 'https://api.example.org' }

const receipt = (data: Record<string, unknown>) =>
  composeMail(
    {
      id: '1',
      kind: 'receipt',
      recipient: 'ada@example.org',
      unsubscribe_token: null,
      data: {
        reference: 'X-123456',
        received_at: '2026-11-23T15:00:00Z',
        due_at: '2026-11-26T05:59:59Z',
        token: 'token',
        ...data,
      },
    },
    urls,
  )

test('the email of lost links has one for each submission', () => {
  const mail = {
    id: '1',
    kind: 'status_links',
    recipient: 'ada@example.org',
    unsubscribe_token: null,
  }
  const submissions = ['one', 'two'].map((token) => ({
    kind: 'message',
    reference: `M-${token}`,
    received_at: '2026-11-23T15:00:00Z',
    token,
  }))
  const { text, html } = composeMail({ ...mail, data: { submissions } }, urls)
  for (const token of ['one', 'two']) {
    expect(text).toContain(
      `Your message M-${token}: received Monday, November 23\nhttps://www.example.org/status#${token}`,
    )
    expect(html).toContain(`"https://www.example.org/status#${token}"`)
  }
  expect(() => composeMail({ ...mail, data: {} }, urls)).toThrow('The mail has no link.')
})

test('a guardian of two children gets a button for each, with first names only', () => {
  const mail = { id: '1', kind: 'consent', recipient: 'a@example.org', unsubscribe_token: null }
  const children = ['Kit', 'Pip'].map((name) => ({ first_name: name, token: `of-${name}` }))
  const { subject, text } = composeMail({ ...mail, data: { children } }, urls)
  expect(subject).toBe('Kindlewell asks for your consent')
  for (const name of ['Kit', 'Pip']) {
    expect(text).toContain(`Answer for ${name}:\nhttps://www.example.org/consent#of-${name}`)
  }
  expect(() => composeMail({ ...mail, data: {} }, urls)).toThrow('The mail has no link.')
})

test.each([
  [{ amount: 62.5, frequency: 'monthly', program: 'teacher-training' }, 'Teacher Training'],
  [{ amount: 62.5, frequency: 'monthly' }, 'Where it is needed most'],
])('the receipt of a pledge names amount, frequency and where it goes', (pledge, destination) => {
  const { text, html } = receipt({ kind: 'pledge', ...pledge })
  for (const words of ['$62.50 every month', destination]) {
    expect(text).toContain(words)
    expect(html).toContain(words)
  }
})

test('the receipt of a pledge in someone’s honor says so, and has nothing that was typed', () => {
  const pledge = { kind: 'pledge', amount: 50, frequency: 'once', tribute: 'memory' }
  const { text } = receipt({ ...pledge, tribute_name: 'Ma Kebbeh', notify: 'eve@example.org' })
  expect(text).toMatch(/In memory of:? *The person you named/)
  expect(text).not.toMatch(/Kebbeh|eve@/)
  expect(receipt({ ...pledge, tribute: undefined }).text).not.toContain('person you named')
})

test('the receipt of a registration agrees with the page: the visitor is registered', () => {
  const { text } = receipt({ kind: 'registration', program: 'teacher-training' })
  expect(text).toContain('You’re registered.')
  expect(text).toContain('we’ll confirm your place by email')
  expect(text).not.toMatch(/check|whether/)
})

test.each([
  ['https://pay.example/portal', 'Update your card:\nhttps://pay.example/portal'],
  [undefined, 'Reply to this email, and we’ll send you a link'],
])(
  'the email about an expiring card has its month, and the portal if there is one',
  (portal, way) => {
    const { subject, text } = composeMail(
      {
        id: '1',
        kind: 'card_expiring',
        recipient: 'ada@example.org',
        unsubscribe_token: null,
        data: { expires_on: '2026-12-31' },
      },
      { ...urls, portal },
    )
    expect(subject).toBe('The card for your monthly gift expires in December 2026')
    expect(text).toContain(way)
  },
)

test('the email of a gift receipt is the receipt, also without an account', () => {
  const nothing = { exchange: null, exchange_value: null, description: null }
  const line = {
    ...nothing,
    given_on: '2025-12-31',
    amount: 40.5,
    deductible: 40.5,
    campaign: 'Library',
  }
  const dinner = { amount: 150, exchange: 'Gala dinner', exchange_value: 60, deductible: 90 }
  const mail = {
    id: '1',
    kind: 'gift_receipt',
    recipient: 'ada@example.org',
    unsubscribe_token: null,
  }
  const data = {
    number: '2025-1001-2',
    year: 2025,
    name: 'Ada',
    total: 190.5,
    exchange_total: 60,
    deductible: 130.5,
    issued_at: '2026-01-02T04:00:00Z',
    replaces: ['2025-1001'],
    words: {
      title: 'Tax receipt',
      in_kind: 'Described, not valued.',
      no_goods: 'No goods or services were provided.',
      in_exchange: 'Goods or services were provided.',
      thanks: 'Thanks!',
      issuer: ['Old Name', 'EIN 99-9999999'],
    },
    lines: [
      line,
      { ...line, ...dinner, given_on: '2025-10-10', campaign: null },
      { ...line, given_on: '2025-02-01', amount: null, deductible: null, description: 'Piano' },
    ],
  }
  const { subject, text, html } = composeMail({ ...mail, data }, urls)
  expect(subject).toBe('Your receipt for gifts in 2025 (2025-1001-2)')
  expect(text).toContain(
    'Dec 31, 2025: $40.50, Library\nOct 10, 2025: $150.00, General. In exchange: Gala dinner, worth $60.00. Deductible: $90.00\nFeb 1, 2025: In kind: Piano\nTotal: $190.50\nValue in exchange: $60.00\nDeductible: $130.50',
  )
  expect(text).toContain('Gifts with nothing in exchange: No goods or services were provided.')
  const only = composeMail({ ...mail, data: { ...data, lines: [data.lines[1]] } }, urls).text
  expect(only).toContain('\nGoods or services were provided.')
  expect(only).not.toContain('No goods or services')
  for (const words of [
    'It replaces 2025-1001,',
    'Jan 1, 2026',
    ...Object.values(data.words).flat(),
  ]) {
    expect(text).toContain(words)
    expect(html).toContain(words)
  }
})

test('the email of a failed check has its findings', () => {
  const mail = { id: '1', kind: 'warning', recipient: 'ada@example.org', unsubscribe_token: null }
  const data = { check: 'backup', findings: ['✗ No space is left', '<b>'] }
  const { subject, text, html } = composeMail({ ...mail, data }, urls)
  expect(subject).toBe('The last backup did not succeed')
  expect(text).toContain('✗ No space is left')
  expect(html).toContain('&#60;b&#62;')
})

test('the email of faults says where something failed, and links to their page', () => {
  const mail = { id: '1', kind: 'warning', recipient: 'ada@example.org', unsubscribe_token: null }
  const data = { check: 'faults', findings: ['The website: /contact'] }
  const { subject, text } = composeMail({ ...mail, data }, urls)
  expect(subject).toBe('Something failed on your site')
  expect(text).toContain('The website: /contact')
  expect(text).toContain('https://www.example.org/faults')
  expect(text).not.toContain('can run it')
})

test.each([
  ['new', 'Danger now: A concern was reported (CN-123456)', '/concerns?open=c1'],
  ['reminder', 'Danger now: A concern waits for you (CN-123456)', '/concerns?open=c1'],
  ['unread', 'No lead can read a concern (CN-123456)', '/report-a-concern'],
  ['no_lead', 'No safeguarding lead can sign in', '/concerns'],
  ['lead_added', 'A safeguarding lead was added', '/concerns'],
  ['lead_removed', 'A safeguarding lead was removed', '/concerns'],
])('the email "%s" about concerns has a number and a link', (about, subject, page) => {
  const mail = { id: '1', kind: 'concern', recipient: 'ada@example.org', unsubscribe_token: null }
  const data = { about, reference: 'CN-123456', id: 'c1', is_danger: true, by: 'Ben Weah' }
  const composed = composeMail({ ...mail, data }, urls)
  expect(composed.subject).toBe(subject)
  expect(composed.text).toContain(`https://www.example.org${page}`)
  expect(composed.text.includes('Ben Weah')).toBe(about.startsWith('lead'))
})

test.each([
  [null, '10 now', 'Next week’s email compares'],
  [8, '10 now, 8 a week ago', 'A week ago: 8'],
])('the email of a view says what it compares with', (before, summary, words) => {
  const data = { list: '/crm?tab=donors', view_id: 'v1', total: 10, before }
  const mail = { id: '1', kind: 'view', recipient: 'ada@example.org', unsubscribe_token: null }
  const { subject, text } = composeMail({ ...mail, data }, urls)
  expect(subject).toBe(`Your view of gifts: ${summary}`)
  expect(text).toContain(words)
  expect(text).toContain('https://www.example.org/crm?tab=donors&saved=v1')
  const cover = composeMail({ ...mail, data: { ...data, is_cover: true } }, urls)
  expect(cover.subject).toBe(`While you cover: a view of gifts: ${summary}`)
  expect(cover.text).not.toContain('Turn this email off')
})

const ending = { name: 'Background check', version: null, until: '2027-01-05' }
const clearanceMail = (kind: string, items: unknown) =>
  composeMail(
    { id: '1', kind, recipient: 'ann@example.org', unsubscribe_token: null, data: { items } },
    urls,
  )

test('the email about a clearance that ends says what, and until when', () => {
  const { subject, text } = clearanceMail('clearance_ending', [ending])
  expect(subject).toBe('Please renew by January 5, 2027: Background check')
  expect(text).toContain('until January 5, 2027')
  expect(() => clearanceMail('clearance_ending', [])).toThrow('names nothing')
})

test('the email to a manager has numbers and the way to the names', () => {
  const inProgram = { ...ending, program: 'Circles', program_id: 'x', kind: 'trainers', people: 2 }
  const { text } = clearanceMail('clearances_ending', [inProgram])
  expect(text).toMatch(/Circles: Background check:? *\n? *2 trainers, until January 5, 2027/)
  expect(text).toContain('/clearances')
})

test('fills in what a recipient gave, and never sends a gap', () => {
  const mail = { id: '1', kind: 'campaign', recipient: 'ada@example.org', unsubscribe_token: 'x' }
  const data = {
    subject: '{{year_total}} this year',
    content: '{{name}}: {{last_gift}}, {{ last_gift_day }}, {{last_gift_fund}}.',
    fields: { name: 'Ada' },
  }
  const gifts = { last_gift: 1234.5, last_gift_day: '2026-03-05', year_total: 20 }
  const { subject, text } = composeMail({ ...mail, data: { ...data, gifts } }, urls)
  expect(subject).toBe('$20 this year')
  expect(text).toContain('Ada: $1,234.50, March 5, 2026, our general fund.')
  const named = { ...gifts, last_gift_fund: 'Lanterns' }
  expect(composeMail({ ...mail, data: { ...data, gifts: named } }, urls).text).toContain(
    'Lanterns.',
  )
  for (const lacking of [
    undefined,
    { ...gifts, year_total: undefined },
    { ...gifts, last_gift_day: undefined },
  ]) {
    expect(() => composeMail({ ...mail, data: { ...data, gifts: lacking } }, urls)).toThrow(
      Unsendable,
    )
  }
})

test('fills in examples for the gifts of a test', () => {
  const mail = {
    id: '1',
    kind: 'campaign_test',
    recipient: 'me@example.org',
    unsubscribe_token: 'x',
  }
  const data = { subject: 'Thanks', content: '{{name}}: {{last_gift}}.', fields: { name: 'Me' } }
  expect(composeMail({ ...mail, data }, urls).text).toContain('Me: $1,234.50.')
})

test.each([
  ['begun', true, 'You cover for Ben Weah', '/tasks'],
  ['begun', false, 'Ben Weah covers for you', '/admin'],
  ['ended', true, 'You no longer cover for Ben Weah', '/admin'],
  ['ended', false, 'Ben Weah no longer covers for you', '/admin'],
])(
  'the email about a cover that has %s names the other one and the days',
  (about, is_cover, subject, page) => {
    const data = { about, is_cover, by: 'Ben Weah', starts_on: '2027-01-05', ends_on: '2027-01-18' }
    const mail = { id: '1', kind: 'cover', recipient: 'ada@example.org', unsubscribe_token: null }
    const composed = composeMail({ ...mail, data }, urls)
    expect(composed.subject).toBe(subject)
    expect(composed.text).toContain('from January 5, 2027 to January 18, 2027')
    expect(composed.text).toContain(`https://www.example.org${page}`)
  },
)

test('the email to an heir is one list of numbers', () => {
  const data = { by: 'Ben Weah', items: { submissions: 8, tasks: 1200 } }
  const mail = { id: '1', kind: 'handed', recipient: 'ada@example.org', unsubscribe_token: null }
  const { subject, text } = composeMail({ ...mail, data }, urls)
  expect(subject).toBe('Work that you take over: 1,208')
  expect(text).toContain('Ben Weah has left the team')
  expect(text).toMatch(/Submissions:? *\n? *8/)
  expect(text).toMatch(/Tasks:? *\n? *1,200/)
})

test('a digest has the numbers of colleagues whom the reader covers', () => {
  const covering = { overdue: 2, due_today: 0, tasks_overdue: 0, tasks_due_today: 1 }
  const data = { day: '2027-01-05T14:00:00Z', since: '2027-01-04T14:00:00Z', covering }
  const mail = { id: '1', kind: 'digest', recipient: 'ada@example.org', unsubscribe_token: null }
  const { subject, text } = composeMail({ ...mail, data }, urls)
  expect(subject).toBe('Today: 3 due where you cover')
  expect(text).toMatch(/Submissions overdue:? *\n? *2/)
  expect(text).not.toContain('Submissions due today')
})
