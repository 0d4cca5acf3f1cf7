import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { AuthContext } from '@/shared/auth/auth-context'
import { authOf } from '@/shared/auth/auth-of'
import { supabase } from '@/shared/supabase/client'
import type { PersonLine } from './people-queries'
import { PersonPanel } from './person-panel'

let answer: () => Promise<PersonLine[]>
beforeEach(() => {
  vi.spyOn(supabase, 'rpc').mockImplementation((() => {
    const request = {
      abortSignal: () => request,
      throwOnError: async () => ({ data: await answer() }),
    }
    return request
  }) as never)
})

const line: PersonLine = {
  area: 'gifts',
  kind: 'one-time',
  id: '00000000-0000-4000-8000-00000000000a',
  title: 'General',
  name: 'Ada Winters',
  status: null,
  amount: 12.5,
  happened_at: '2026-03-01T12:00:00Z',
  total: 1,
  total_amount: 12.5,
}

function open() {
  const onClose = vi.fn()
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter>
        <AuthContext value={authOf('staff', {})}>
          <PersonPanel person="ada@example.org" onClose={onClose} />
        </AuthContext>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { user: userEvent.setup({ pointerEventsCheck: 0 }), onClose }
}

it('shows each area of a person, with a link to each row', async () => {
  answer = () =>
    Promise.resolve([
      { ...line, total: 22, total_amount: 1_234.5 },
      {
        ...line,
        area: 'submissions',
        kind: 'volunteer',
        title: 'V-1042',
        status: 'new',
        amount: null,
        total_amount: null,
      },
      {
        ...line,
        area: 'mails',
        kind: 'test',
        id: null,
        title: null,
        amount: null,
        total_amount: null,
      },
    ])
  const { user, onClose } = open()
  const panel = await screen.findByRole('complementary', { name: 'Ada Winters' })
  const gifts = within(await within(panel).findByRole('region', { name: 'Gifts' }))
  expect(gifts.getByText('$1,234.50 in 22 gifts')).toBeVisible()
  expect(gifts.getByText('and 21 older')).toBeVisible()
  expect(gifts.getByRole('link')).toHaveAttribute('href', `/crm?tab=donors&open=${line.id}`)
  const sent = within(panel.querySelector<HTMLElement>('[aria-label=Submissions]')!)
  expect(sent.getByRole('link', { name: 'V-1042' })).toHaveAttribute(
    'href',
    `/form-submissions?tab=all&open=${line.id}`,
  )
  expect(sent.getByText(/Volunteer application/)).toBeVisible()
  expect(
    within(panel.querySelector<HTMLElement>('[aria-label=Emails]')!).queryByRole('link'),
  ).toBeNull()
  expect(within(panel).queryByRole('region', { name: 'Mentor' })).toBeNull()
  expect(within(panel).getByRole('link', { name: 'Write an email' })).toHaveAttribute(
    'href',
    'mailto:ada@example.org',
  )
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalled()
})

it('reports an address without records, and a failed load with a retry', async () => {
  answer = () => Promise.reject(new Error('No line'))
  const { user } = open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  answer = () => Promise.resolve([])
  await user.click(again)
  expect(await screen.findByText(/There is nothing under this address/)).toBeVisible()
})
