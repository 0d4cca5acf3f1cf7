import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { PermissionName } from '@/shared/auth/permissions'
import { supabase } from '@/shared/supabase/client'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import { authOf } from '../../../../tests/auth-of'
import { draw } from '../../../../tests/draw'
import { NoticeChoices } from './notice-choices'

const database = {
  rows: [] as object[],
  calls: [] as object[],
  isDown: false,
}
beforeEach(() => {
  vi.spyOn(supabase, 'from').mockImplementation((() => {
    const request = {
      select: () => request,
      abortSignal: () => request,
      retry: () => request,
      throwOnError: () => Promise.resolve({ data: database.rows }),
    }
    return request
  }) as never)
  vi.spyOn(supabase, 'rpc').mockImplementation(((_name: string, call: object) => {
    const request = {
      retry: () => request,
      throwOnError: () => {
        database.calls.push(call)
        return database.isDown ? Promise.reject(new Error('down')) : Promise.resolve({})
      },
    }
    return request
  }) as never)
})

const notices: Notice[] = []
beforeEach(() => {
  database.rows = [{ kind: 'message', choice: 'at_once' }]
  database.calls = []
  database.isDown = false
  notices.length = 0
  return receiveNotices((notice) => notices.push(notice))
})

function show(...permissions: PermissionName[]) {
  return draw(<NoticeChoices />, { auth: authOf('staff', { permissions: new Set(permissions) }) })
}

/** The choice of a kind, once they are open. */
async function choiceOf(kind: string) {
  return screen.findByRole<HTMLSelectElement>('combobox', { name: kind })
}

it('is not shown to users who may not review', () => {
  expect(show('can_manage_mentors').container).toBeEmptyDOMElement()
})

it('shows the saved choices, and the digest by default', async () => {
  show('can_review_submissions')
  expect(await choiceOf('Messages')).toHaveDisplayValue('At once')
  expect(await choiceOf('Volunteer applications')).toHaveDisplayValue('Daily digest at 8:00')
})

it('saves a choice at once, and undoes it from the toast', async () => {
  show('can_review_submissions')
  database.rows = [{ kind: 'message', choice: 'none' }]
  await userEvent.selectOptions(await choiceOf('Messages'), 'None')
  expect(await choiceOf('Messages')).toHaveDisplayValue('None')
  await vi.waitFor(() => expect(notices).toHaveLength(1))
  expect(notices[0]).toMatchObject({ title: 'Emails about messages: None', tone: 'success' })
  notices[0]!.action!.onClick()
  await vi.waitFor(() => expect(notices).toHaveLength(2))
  expect(database.calls).toEqual([
    { of_kind: 'message', chosen: 'none' },
    { of_kind: 'message', chosen: 'at_once' },
  ])
})

it('shows the old choice again after a failure, and offers a retry', async () => {
  show('can_review_submissions')
  database.isDown = true
  await userEvent.selectOptions(await choiceOf('Messages'), 'None')
  await vi.waitFor(() => expect(notices).toHaveLength(1))
  expect(await choiceOf('Messages')).toHaveDisplayValue('At once')
  database.isDown = false
  expect(notices[0]!.action!.label).toBe('Try again')
  notices[0]!.action!.onClick()
  await vi.waitFor(() => expect(notices).toHaveLength(2))
  expect(notices[1]).toMatchObject({ tone: 'success' })
})
