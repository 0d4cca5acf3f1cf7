import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { BrowserRouter, Link, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { staffDraft, writeDraft } from '@/shared/forms/draft-storage'
import { announceSteps } from '@/shared/lib/before-step'
import { Input } from '@/shared/ui/input'
import { LeaveQuestion, useAskedSignOut } from './leave-question'
import { useLeaveWarning } from './use-leave-warning'

announceSteps()
const signOut = vi.fn()

function Typed({ held }: { held: 'page' | 'dialog' | 'tab' }) {
  const [text, setText] = useState('')
  useLeaveWarning(text !== '', { in: held })
  return <Input aria-label="Name" value={text} onChange={({ target }) => setText(target.value)} />
}

function Pages({ held }: { held: 'page' | 'dialog' | 'tab' }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const leave = useAskedSignOut(signOut)
  const address = pathname + search
  return (
    <>
      <p>At {address}</p>
      <Link to="/list">List</Link>
      <Link to="?open=1">Row</Link>
      <Link to="?tab=other">Tab</Link>
      <button onClick={() => void navigate('/form')}>Form</button>
      <button onClick={() => void navigate('/list', { replace: true })}>Command</button>
      <button onClick={leave}>Sign Out</button>
      {pathname === '/form' && !search.includes('tab') && <Typed held={held} />}
    </>
  )
}

/** On the form, with two pages before it. */
async function open(held: 'page' | 'dialog' | 'tab' = 'page') {
  window.history.replaceState(null, '', '/start')
  render(
    <BrowserRouter>
      <LeaveQuestion>
        <Pages held={held} />
      </LeaveQuestion>
    </BrowserRouter>,
  )
  const user = userEvent.setup()
  const press = (name: string) => user.click(screen.getByText(name))
  await press('List')
  await press('Form')
  return { user, press, type: () => user.type(screen.getByLabelText('Name'), 'Ada') }
}

const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' })
const answer = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const at = (address: string) => screen.findByText(`At ${address}`)
const back = () => act(() => Promise.resolve(window.history.back()))

beforeEach(() => signOut.mockReset())
afterEach(() => sessionStorage.clear())

describe('asks before unsaved text is lost, and stays or leaves as answered', () => {
  it.each([
    ['a link', 'List', '/list'],
    ['a command', 'Command', '/list'],
    ['another tab of the page', 'Tab', '/form?tab=other'],
  ])('by %s', async (_way, name, address) => {
    const { press, type } = await open()
    await type()
    await press(name)
    expect(await question()).toBeVisible()
    await answer('Stay')
    expect(screen.getByLabelText('Name')).toHaveValue('Ada')
    expect(window.location.pathname + window.location.search).toBe('/form')
    await press(name)
    await answer('Leave')
    expect(await at(address)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('by the Back button, as often as it is pressed', async () => {
    const { type } = await open()
    await type()
    for (let presses = 0; presses < 2; presses += 1) {
      await back()
      expect(await question()).toBeVisible()
      await waitFor(() => expect(window.location.pathname).toBe('/form'))
      await answer('Stay')
      expect(screen.getByLabelText('Name')).toHaveValue('Ada')
    }
    await back()
    await answer('Leave')
    expect(await at('/list')).toBeVisible()
    await back()
    expect(await at('/start')).toBeVisible()
  })
})

it('asks nothing where nothing was typed, or the page stays', async () => {
  const { press, type } = await open()
  await press('List')
  expect(await at('/list')).toBeVisible()
  await press('Form')
  await type()
  await press('Row')
  expect(await at('/form?open=1')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
})

it('asks before Back closes the panel beneath a dialog with text', async () => {
  const { press, type } = await open('dialog')
  await press('Row')
  await type()
  await back()
  expect(await question()).toBeVisible()
  await waitFor(() => expect(window.location.search).toBe('?open=1'))
})

describe('signs out', () => {
  it('only after a question while text is unsaved', async () => {
    const { press, type } = await open('tab')
    await type()
    await press('Sign Out')
    await answer('Stay signed in')
    expect(signOut).not.toHaveBeenCalled()
    await press('List')
    expect(await at('/list')).toBeVisible()
  })

  it('only after a question while a draft of another page would go', async () => {
    const { press, user } = await open()
    writeDraft(staffDraft('ada', 'note:1'), { body: 'Call back' })
    await press('Sign Out')
    const dialog = await screen.findByRole('dialog', { name: 'Sign out without saving?' })
    expect(signOut).not.toHaveBeenCalled()
    const [yes] = [...dialog.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === 'Sign Out',
    )
    await user.click(yes!)
    expect(signOut).toHaveBeenCalledOnce()
  })

  it('at once otherwise, also with what the last entry left for the next one', async () => {
    const { press } = await open()
    writeDraft('contact', { name: 'A visitor' })
    writeDraft(staffDraft('ada', 'gift'), { day: '2026-01-02', carried: true })
    await press('Sign Out')
    expect(signOut).toHaveBeenCalledOnce()
  })
})
