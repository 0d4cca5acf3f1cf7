import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { RowDialog } from '@/engine/core/define-resource'
import { authOf } from '../../../../tests/auth-of'
import { draw } from '../../../../tests/draw'
import { fakeRpc } from '../../../../tests/fake-rpc'
import type { Campaign } from './campaign'
import { campaigns } from './campaigns'
import { CampaignPanel } from './campaign-panel'
import type { Audience, Outcome, Progress } from './campaign-queries'

type Answer = unknown
const backend = fakeRpc()

const draft: Campaign = {
  id: '00000000-0000-4000-8000-0000000000c1',
  name: 'News',
  subject: 'News for {{name}}',
  content: 'Dear {{name}},\n\nall is well.',
  name_fallback: 'friend',
  target_audience: 'donors',
  status: 'draft',
  scheduled_at: null,
}
const expected_words = {
  subject: draft.subject,
  content: draft.content,
  name_fallback: draft.name_fallback,
  target_audience: draft.target_audience,
}
const audience: Audience = {
  deceased: 0,
  do_not_contact: 0,
  recipients: 1_204,
  without_name: 2,
  invalid: 3,
  duplicates: 0,
  unsubscribed: 4,
  undeliverable: 1,
  sample_name: 'Ada <b>Winters</b>',
  counted_at: null,
  is_counting: false,
  without_gift: 0,
  without_gift_this_year: 0,
  without_fund: 0,
  sample_gifts: null,
}
const progress: Progress = {
  status: 'sending',
  is_cancelling: false,
  unqueued: 0,
  waiting: 1_000,
  sent: 200,
  failed: 3,
  suppressed: 1,
  cancelled: 0,
  rate_per_minute: 100,
  addresses_shown: true,
}

beforeEach(() => {
  backend.answers = {
    campaign_audience: () => audience,
    campaign_progress: () => progress,
    campaign_outcomes: () => [],
  }
})
const refuse = (code: string, message: string) => () =>
  Promise.reject(Object.assign(new Error(message), { code }))
const calls = backend.callsOf
const button = (name: string | RegExp) => screen.findByRole('button', { name })

function Screen({ row }: { row: Campaign }) {
  const [opened, setOpened] = useState<{ Dialog: RowDialog<Campaign> }>()
  return (
    <>
      <CampaignPanel row={row} open={(Dialog) => setOpened({ Dialog })} />
      {opened && (
        <opened.Dialog resource={campaigns} row={row} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

function open(change: Partial<Campaign> = {}, auth = authOf('admin')) {
  draw(<Screen row={{ ...draft, ...change }} />, { auth })
  return userEvent.setup({ pointerEventsCheck: 0 })
}

it('counts the recipients of a draft, and the people left out with the reason', async () => {
  open()
  expect(await screen.findByText('1,204 people')).toBeVisible()
  expect(
    screen.getByText(
      'Left out: 4 unsubscribed, 1 unreachable, or marked our email as spam, 3 without a valid address.',
    ),
  ).toBeVisible()
  expect(screen.getByText('2 of them without a name.')).toBeVisible()
})

it('says that an audience is gone, and sends to no one', async () => {
  backend.answers.campaign_audience = () => null
  const user = open()
  expect(await screen.findByText(/^The view was deleted, is no longer shared/)).toBeVisible()
  await user.click(await button('Send now'))
  expect(await button('Send')).toBeDisabled()
})

it('sends once, to the number of people on the button', async () => {
  let answer = (_: Answer) => {}
  backend.answers.send_campaign = () => new Promise((resolve) => (answer = resolve))
  const user = open()
  await user.click(await button('Send now'))
  const confirm = await button('Send to 1,204 people')
  await user.dblClick(confirm)
  expect(calls('send_campaign')).toEqual([
    { campaign: draft.id, expected_count: 1_204, expected_words },
  ])
  answer(1_204)
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('asks again when the number has changed', async () => {
  backend.answers.send_campaign = refuse('PT409', 'The audience has changed: 1,205 now.')
  const user = open()
  await user.click(await button('Send now'))
  backend.answers.campaign_audience = () => ({ ...audience, recipients: 1_205 })
  await user.click(await button('Send to 1,204 people'))
  expect(await screen.findByRole('alert')).toHaveTextContent('The audience has changed')
  backend.answers.send_campaign = () => 1_205
  await user.click(await button('Send to 1,205 people'))
  expect(calls('send_campaign').at(-1)).toMatchObject({ expected_count: 1_205 })
})

it('says when a large audience was counted, and counts it again', async () => {
  let recipients = 120_000
  const count = ({ again }: { again?: unknown }) => {
    if (again) recipients = 120_007
    return { ...audience, recipients, counted_at: '2026-11-28T15:05:00Z' }
  }
  backend.answers.campaign_audience = count
  const user = open()
  expect(await screen.findByText('Counted on Nov 28, 2026, 9:05 AM.')).toBeVisible()
  backend.answers.campaign_audience = refuse('57014', 'canceling statement')
  await user.click(await button('Count again'))
  expect(await screen.findByText('The audience could not be counted.')).toBeVisible()
  expect(screen.getByText('120,000 people')).toBeVisible()
  backend.answers.campaign_audience = count
  await user.click(await button('Count again'))
  expect(await screen.findByText('120,007 people')).toBeVisible()
  await user.click(await button('Send now'))
  expect(await button('Send to 120,007 people')).toBeEnabled()
})

it('waits until a job has counted a huge audience, also when the connection drops meanwhile', async () => {
  const waiting = { ...audience, recipients: null, is_counting: true }
  backend.answers.campaign_audience = () => waiting
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = open()
  expect(await screen.findByText('Counting the audience: up to a minute...')).toBeVisible()
  await user.click(await button('Send now'))
  expect(await button('Counting...')).toBeDisabled()
  backend.answers.campaign_audience = () => Promise.reject(new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(3_000)
  backend.answers.campaign_audience = () => ({ ...audience, recipients: 1_000_000 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await button('Send to 1,000,000 people')).toBeEnabled()
})

it('reports a lost connection, and can be tried again', async () => {
  backend.answers.send_campaign = () => Promise.reject(new TypeError('Failed to fetch'))
  const user = open()
  await user.click(await button('Send now'))
  await user.click(await button('Send to 1,204 people'))
  expect(await screen.findByRole('alert')).toHaveTextContent('The server could not be reached')
  expect(await button('Send to 1,204 people')).toBeEnabled()
})

it('schedules in office time, and refuses an hour that the clock skips', async () => {
  const user = open()
  await user.click(await button('Schedule'))
  const time = await screen.findByLabelText(/^Date and time/)
  const choose = async (local: string) => {
    await user.clear(time)
    await user.type(time, local)
    await user.click(await button('Schedule for 1,204 people'))
  }
  await choose('2099-03-08T02:30')
  expect(time).toHaveAccessibleDescription(/Clocks skip this time when they go forward/)
  await choose('2020-01-01T10:00')
  expect(time).toHaveAccessibleDescription(/Choose a time in the future/)
  expect(calls('send_campaign')).toEqual([])
  await choose('2099-07-01T09:00')
  expect(calls('send_campaign')).toEqual([
    {
      campaign: draft.id,
      expected_count: 1_204,
      expected_words,
      send_at: '2099-07-01T14:00:00.000Z',
    },
  ])
})

it('previews the mail of a recipient, and escapes names', async () => {
  const user = open()
  await user.click(await button('Preview'))
  const source = () => screen.getByTitle('The email').getAttribute('srcdoc')!
  expect(await screen.findByText('News for Ada <b>Winters</b>')).toBeVisible()
  expect(source()).not.toContain('<b>Winters')
  expect(screen.getByTitle('The email')).toHaveAttribute('sandbox', 'allow-same-origin')
  await user.selectOptions(screen.getByLabelText('Recipient'), 'nameless')
  expect(source()).toContain('Dear friend,')
  await user.click(screen.getByRole('tab', { name: 'Text' }))
  expect(screen.getByText(/^News for friend\s+Dear friend,/)).toBeVisible()
})

it.each(['Dear {{first_name}}', 'Dear {{First name}}', 'Dear {{name'])(
  'names what is no merge field in %j, and holds the campaign',
  async (content) => {
    const user = open({ content })
    const unknown = content.slice('Dear '.length)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `There is no merge field ${unknown}.`,
    )
    for (const name of ['Send now', 'Schedule', 'Send a test to me']) {
      expect(await button(name)).toBeDisabled()
    }
    await user.click(await button('Preview'))
    const preview = within(await screen.findByRole('dialog', { name: 'Preview' }))
    expect(preview.getByRole('alert')).toHaveTextContent(`There is no merge field ${unknown}.`)
    expect(preview.queryByTitle('The email')).toBeNull()
  },
)

const thanks = {
  subject: 'Your {{ year_total }}',
  content: 'Dear {{name}}, you gave {{last_gift}} on {{last_gift_day}} to {{last_gift_fund}}.',
}

it('counts only people with the gifts that the text names, and says how many lack one', async () => {
  backend.answers.campaign_audience = ({ fields }) =>
    (fields as string[]).join() === 'last_gift,last_gift_day,last_gift_fund,year_total'
      ? { ...audience, recipients: 9, without_gift: 3, without_gift_this_year: 5, without_fund: 2 }
      : audience
  const user = open(thanks)
  expect(await screen.findByText('9 people')).toBeVisible()
  expect(
    screen.getByText(/^Left out: .*, 3 without a gift of money to name, 5 without a/),
  ).toBeVisible()
  expect(screen.getByText(/^The last gift of 2 of them went to no fund/)).toBeVisible()
  await user.click(await button('Send now'))
  await user.click(await button('Send to 9 people'))
  expect(calls('send_campaign')).toMatchObject([{ expected_count: 9 }])
})

it('previews a recipient’s own gifts', async () => {
  const sample_gifts = { last_gift: 50, last_gift_day: '2026-03-05', year_total: 1234.5 }
  backend.answers.campaign_audience = () => ({ ...audience, sample_gifts })
  const user = open(thanks)
  await user.click(await button('Preview'))
  expect(await screen.findByText('Your $1,234.50')).toBeVisible()
  expect(screen.getByTitle('The email').getAttribute('srcdoc')).toContain(
    'you gave $50 on March 5, 2026 to our general fund.',
  )
  expect(screen.queryByText('The gifts in it are examples.')).toBeNull()
})

it('says that the gifts of a preview are examples where no recipient may be shown', async () => {
  const user = open(thanks)
  await user.click(await button('Preview'))
  expect(await screen.findByText('The gifts in it are examples.')).toBeVisible()
})

it('holds a campaign about gifts of a sender who may not read them, and counts nothing', async () => {
  const user = open(thanks, authOf('user', { permissions: new Set(['can_send_emails']) }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^This can’t be sent as it is\.Only colleagues who manage donations can send/,
  )
  expect(await button('Send now')).toBeDisabled()
  expect(calls('campaign_audience')).toEqual([])
  await user.click(await button('Preview'))
  expect(await screen.findByText('The gifts in it are examples.')).toBeVisible()
  for (const call of calls('campaign_audience')) expect(call).not.toHaveProperty('fields')
})

it('says of which year the sum is when the campaign goes out in another one', async () => {
  const user = open(thanks)
  await user.click(await button('Schedule'))
  await user.type(await screen.findByLabelText(/^Date and time/), '2099-07-01T09:00')
  expect(
    await screen.findByText('The sum of this year’s gifts will be that of 2099.'),
  ).toBeVisible()
})

it('names the address of a test, or why there is none', async () => {
  backend.answers.test_campaign = () => 'me@example.org'
  const user = open()
  await user.click(await button('Send a test to me'))
  expect(await screen.findByText('A test is on its way to me@example.org.')).toBeVisible()
  backend.answers.test_campaign = refuse('PT429', 'You can send ten test emails in an hour.')
  await user.click(await button('Send a test to me'))
  expect(await screen.findByRole('alert')).toHaveTextContent('ten test emails')
})

it('shows the progress, pauses it, and asks before it cancels the rest', async () => {
  const user = open({ status: 'sending' })
  expect(await screen.findByText('200 of 1,204 sent')).toBeVisible()
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '204')
  expect(screen.getByText(/10 more minutes/)).toBeVisible()
  await user.click(await button('Pause'))
  expect(calls('pause_campaign')).toHaveLength(1)
  await user.click(await button('Cancel the rest'))
  const question = screen.getByRole('dialog', { name: 'Cancel the rest?' })
  expect(question).toHaveTextContent('1,000 people')
  expect(calls('cancel_campaign')).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Cancel the rest' }))
  expect(calls('cancel_campaign')).toHaveLength(1)
})

it('shows the progress of queuing, and cancels unqueued recipients with the rest', async () => {
  backend.answers.campaign_progress = () => ({ ...progress, unqueued: 88_000, waiting: 11_796 })
  const user = open({ status: 'sending' })
  expect(await screen.findByText('Preparing 12,000 of 100,000')).toHaveAttribute('role', 'status')
  expect(screen.getByRole('progressbar', { name: 'Prepared' })).toHaveAttribute('value', '12000')
  expect(
    screen.getByText('200 sent, 11,796 waiting, 3 failed, 1 unsubscribed or unreachable since'),
  ).toBeVisible()
  expect(screen.getByText(/998 more minutes/)).toBeVisible()
  await user.click(await button('Cancel the rest'))
  const question = screen.getByRole('dialog', { name: 'Cancel the rest?' })
  expect(question).toHaveTextContent('99,796 people')
  backend.answers.campaign_progress = () => ({ ...progress, is_cancelling: true, waiting: 600 })
  await user.click(within(question).getByRole('button', { name: 'Cancel the rest' }))
  expect(await screen.findByText('Cancelling, 600 left')).toHaveAttribute('role', 'status')
  for (const name of ['Pause', 'Cancel the rest']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
  expect(await button('Outcomes')).toBeEnabled()
})

it('says that sending is paused while queuing goes on', async () => {
  backend.answers.campaign_progress = () => ({ ...progress, status: 'paused', unqueued: 100 })
  open({ status: 'paused' })
  expect(await screen.findByText('Preparing 1,204 of 1,304, sending is paused')).toBeVisible()
  expect(await button('Resume')).toBeEnabled()
})

it('lists the outcome of each mail, by outcome and address', async () => {
  const outcome: Outcome = {
    id: '1',
    recipient: 'ada@example.org',
    state: 'failed',
    reason: '550 No such user',
    sent_at: null,
    total: 1,
  }
  backend.answers.campaign_outcomes = ({ of_state }) => (of_state === 'failed' ? [outcome] : [])
  const user = open({ status: 'sent' })
  await user.click(await button('Outcomes'))
  await user.selectOptions(await screen.findByLabelText('Outcome'), 'Failed (3)')
  const item = await screen.findByRole('listitem')
  expect(item).toHaveTextContent('ada@example.orgFailed550 No such user')
  await user.type(screen.getByLabelText('Search addresses'), 'eve')
  await vi.waitFor(() =>
    expect(calls('campaign_outcomes').at(-1)).toMatchObject({ of_state: 'failed', search: 'eve' }),
  )
})

it('shows the outcome of an old mail without its address', async () => {
  backend.answers.campaign_outcomes = () => [
    {
      id: '1',
      recipient: null,
      state: 'sent',
      reason: null,
      sent_at: '2026-01-02T18:00:00Z',
      total: 1,
    },
  ]
  const user = open({ status: 'sent' })
  await user.click(await button('Outcomes'))
  expect(await screen.findByRole('listitem')).toHaveTextContent(
    /^Address no longer keptSentJan 2, 2026/,
  )
})

it('offers no search without access to the addresses', async () => {
  backend.answers.campaign_progress = () => ({ ...progress, addresses_shown: false })
  const user = open({ status: 'sending' })
  await user.click(await button('Outcomes'))
  expect(await screen.findByText(/Addresses are masked/)).toBeVisible()
  expect(screen.queryByLabelText('Search addresses')).toBeNull()
})
