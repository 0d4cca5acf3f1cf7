import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import { draw } from '../../../../tests/draw'
import { fakeRpc } from '../../../../tests/fake-rpc'
import { MailPage } from './mail-page'

const rpc = fakeRpc()

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const status = {
  transport: 'mail.example.org:587',
  last_run_at: minutesAgo(1),
  rate_per_minute: 100,
  receipts: true,
  double_opt_in: false,
  waiting: 0,
  oldest_waiting: null,
  sent_today: 1_234,
  failed_today: 0,
  suppressed_addresses: 1,
}

const notices: Notice[] = []
beforeEach(() => {
  rpc.answers = {
    mail_status: () => status,
    failed_mails: () => [],
    suppressed_addresses: () => [],
  }
  notices.length = 0
  return receiveNotices((notice) => notices.push(notice))
})

async function show(answers: typeof rpc.answers = {}) {
  Object.assign(rpc.answers, answers)
  draw(<MailPage />)
  await screen.findByRole('region', { name: 'Delivery' })
}

it('shows the transport, and how much was sent', async () => {
  await show()
  const delivery = screen.getByRole('region', { name: 'Delivery' })
  expect(delivery).toHaveTextContent('Sent through mail.example.org:587')
  expect(delivery).toHaveTextContent('Sent in 24 hours1,234')
  expect(delivery).not.toHaveTextContent('not set up')
  expect(await screen.findByText('Nothing failed.')).toBeVisible()
  expect(
    await screen.findByText('No address is blocked. A bounce or a complaint blocks one.'),
  ).toBeVisible()
})

it.each([
  ['Mail is not set up yet.', { last_run_at: null, transport: null }],
  [
    'Email has stopped going out.',
    { last_run_at: minutesAgo(9), waiting: 3, oldest_waiting: minutesAgo(8) },
  ],
])('says what to do: %s', async (words, changes) => {
  await show({ mail_status: () => ({ ...status, ...changes }) })
  expect(screen.getByText(words)).toBeVisible()
  await userEvent.click(screen.getByText('For the person who runs the site'))
  expect(screen.getByText('docs/deployment.md')).toBeVisible()
})

it('reports a failed load, and tries again', async () => {
  rpc.answers.mail_status = () => {
    throw new Error('down')
  }
  draw(<MailPage />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  rpc.answers.mail_status = () => status
  await userEvent.click(again)
  expect(await screen.findByRole('region', { name: 'Delivery' })).toBeVisible()
})

it('changes one setting and leaves the others', async () => {
  await show()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Subscribers confirm their address' }))
  await waitFor(() => expect(notices).toHaveLength(1))
  expect(notices[0]).toMatchObject({ title: 'Subscription confirmation is on' })
  const rate = screen.getByRole('spinbutton', { name: /^Emails per minute/ })
  await userEvent.clear(rate)
  await userEvent.type(rate, '1001{Enter}')
  expect(await screen.findByText('A whole number from 1 to 1,000')).toBeVisible()
  await userEvent.clear(rate)
  await userEvent.type(rate, '30{Enter}')
  await waitFor(() => expect(notices).toHaveLength(2))
  notices[1]!.action!.onClick()
  await waitFor(() => expect(notices).toHaveLength(3))
  expect(rpc.callsOf('change_mail_settings')).toEqual([
    { double_opt_in: true },
    { rate: 30 },
    { rate: 100 },
  ])
})

it('sends a test and follows it to its outcome', async () => {
  const states = ['queued', 'sending', 'failed']
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await show({
    send_test_mail: () => 'mail-1',
    mail_outcome: () => ({
      state: states.shift(),
      error: states.length ? null : '550 no such user',
    }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Send a test email' }))
  expect(await screen.findByText('Waiting to be sent...')).toBeVisible()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await screen.findByText('Sending...')).toBeVisible()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await screen.findByText('It could not be sent.')).toBeVisible()
  expect(screen.getByText('550 no such user')).toBeVisible()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(rpc.callsOf('mail_outcome')).toHaveLength(3)
  vi.useRealTimers()
})

it('retries failed mails that may succeed', async () => {
  const failed = { kind: 'receipt', error: '450 later', failed_at: minutesAgo(5) }
  await show({
    failed_mails: () => [
      { ...failed, id: '1', recipient: 'ada@example.org', may_retry: true },
      { ...failed, id: '2', recipient: 'gone@example.org', may_retry: false },
      { ...failed, id: '4', recipient: 'late@example.org', is_delayed: true, may_retry: false },
      { ...failed, id: '3', recipient: null, error: null, may_retry: false },
    ],
    retry_mail: () => true,
  })
  const list = await screen.findByRole('region', { name: 'Failed emails' })
  expect(await within(list).findAllByText(/450 later/)).toHaveLength(3)
  expect(within(list).getByText(/: not delivered yet: 450 later/)).toBeVisible()
  expect(within(list).getByText('Address no longer kept')).toBeVisible()
  const [button, ...others] = within(list).getAllByRole('button')
  expect(others).toEqual([])
  await userEvent.click(button!)
  await waitFor(() => expect(notices).toHaveLength(1))
  expect(notices[0]!.title).toBe('The email to ada@example.org will be sent again')
  expect(rpc.callsOf('retry_mail')).toEqual([{ mail: '1' }])
})

it('finds a blocked address, and unblocks it once that is confirmed', async () => {
  const gone = { address: 'gone@example.org', reason: 'bounced', detail: '550 gone' }
  await show({
    suppressed_addresses: (asked) =>
      asked.search === 'gone' ? [{ ...gone, created_at: minutesAgo(60) }] : [],
    lift_suppression: () => true,
  })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search addresses' }), ' Gone')
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock gone@example.org' }))
  expect(rpc.callsOf('lift_suppression')).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock it' }))
  await waitFor(() => expect(notices).toHaveLength(1))
  expect(rpc.callsOf('lift_suppression')).toEqual([
    { address: 'gone@example.org', reason: 'bounced' },
  ])
})
