import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import { SeedDemoUsersPage } from './seed-demo-users-page'

let notices: Notice[]

beforeEach(() => {
  notices = []
  const stop = receiveNotices((notice) => notices.push(notice))
  vi.useFakeTimers()
  render(
    <MemoryRouter>
      <SeedDemoUsersPage />
    </MemoryRouter>,
  )
  return stop
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const start = () => screen.getByText('Create All Demo Users')
const results = () =>
  screen.queryAllByText(
    'Demo user creation disabled. Use proper authentication with secure passwords.',
  )

it('reports on ten accounts in steps, makes no call, and can be run again', async () => {
  const sent = vi.spyOn(globalThis, 'fetch')
  const accounts = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(accounts).toHaveLength(10)
  for (const role of [
    'Administrator',
    'Director',
    'Development Manager',
    'Accounting',
    'Staff',
    'Mentor',
    'Mentee',
    'Student',
    'Donor',
    'Supporter',
  ]) {
    expect(accounts.filter((text) => text?.endsWith(role))).toHaveLength(1)
  }

  for (const run of ['first', 'second']) {
    fireEvent.click(start())
    expect(screen.getByText('Creating accounts...').closest('button')).toBeDisabled()
    expect(screen.queryByText('Go to the login page'), run).toBeNull()
    await pass(1)
    for (let done = 1; done <= 10; done += 1) {
      expect(results()).toHaveLength(done)
      expect(screen.getByText(`${done} of 10 accounts checked`)).toBeVisible()
      expect(document.querySelector('progress')).toHaveProperty('value', done)
      await pass(499)
      expect(results()).toHaveLength(done)
      await pass(1)
    }
  }
  const summary = {
    title: 'Seeding Complete',
    description: 'Successfully created/verified 0 out of 10 demo accounts',
  }
  expect(notices).toEqual([summary, summary])
  expect(sent).not.toHaveBeenCalled()
  expect(screen.getByRole('link', { name: 'Go to the login page' })).toHaveAttribute(
    'href',
    '/supporter-login',
  )
})
