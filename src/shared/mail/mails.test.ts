import { expect, test } from 'vitest'
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
  [null, '10 now', 'Next week’s email compares'],
  [8, '10 now, 8 a week ago', 'A week ago: 8'],
])('the email of a view says what it compares with', (before, summary, words) => {
  const data = { list: '/crm?tab=donors', view_id: 'v1', total: 10, before }
  const mail = { id: '1', kind: 'view', recipient: 'ada@example.org', unsubscribe_token: null }
  const { subject, text } = composeMail({ ...mail, data }, urls)
  expect(subject).toBe(`Your view of gifts: ${summary}`)
  expect(text).toContain(words)
  expect(text).toContain('https://www.example.org/crm?tab=donors&saved=v1')
})
