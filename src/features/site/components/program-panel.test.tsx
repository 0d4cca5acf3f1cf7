import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { writeDraft } from '@/shared/forms/draft-storage'
import { sentNote } from '@/shared/forms/has-draft'
import { program as bawgWorkshops } from '../content/program-details/bawg-workshops'
import { markRegistered } from '../lib/registered'
import { ProgramPanel } from './program-panel'

function show(participants: number) {
  const onRegister = vi.fn()
  const program = { ...bawgWorkshops, participants, maxParticipants: 30 }
  render(<ProgramPanel program={program} onRegister={onRegister} />, { wrapper: MemoryRouter })
  return onRegister
}

test('says how many spots remain and registers', async () => {
  const onRegister = show(24)

  expect(screen.getByText('6 spots remaining')).toBeVisible()
  expect(screen.queryByText('Full')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Register Now' }))
  expect(onRegister).toHaveBeenCalledWith(
    expect.objectContaining({ id: 'bawg-workshops', title: 'BAWG Workshops', isFull: false }),
    expect.anything(),
  )
})

test('leads to the application besides where one is named, and to the waitlist once it is full', () => {
  const apply = { to: '/get-involved/join-programs?program=early-childhood', label: 'Apply' }
  const panel = (participants: number) => (
    <ProgramPanel
      program={{ ...bawgWorkshops, participants, maxParticipants: 30 }}
      apply={apply}
      onRegister={vi.fn()}
    />
  )
  const { rerender } = render(panel(24), { wrapper: MemoryRouter })
  expect(screen.getByRole('link', { name: 'Apply' })).toHaveAttribute('href', apply.to)
  expect(screen.getByRole('button', { name: 'Register Now' })).toBeVisible()
  rerender(panel(30))
  expect(screen.queryByRole('link', { name: 'Apply' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Join Waitlist' })).toBeVisible()
})

test('counts a single spot as one', () => {
  show(29)
  expect(screen.getByText('1 spot remaining')).toBeVisible()
})

test.each([30, 33])('offers the waitlist with %i of 30 places taken', async (participants) => {
  const onRegister = show(participants)

  expect(screen.getByText('Full')).toBeVisible()
  expect(screen.getByText(/is full.*join the waitlist/)).toBeVisible()
  expect(screen.queryByText(/remaining/)).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Join Waitlist' }))
  expect(onRegister).toHaveBeenCalledWith(
    expect.objectContaining({ isFull: true }),
    expect.anything(),
  )
})

test('knows after a reload of the tab that one has registered', () => {
  writeDraft(sentNote('registration:bawg-workshops'), { at: Date.now() })
  show(24)
  expect(screen.getByText('Your registration has arrived.')).toBeVisible()
  sessionStorage.clear()
})

test('does not ask again to register once that is done', () => {
  show(24)
  act(() => markRegistered('bawg-workshops'))
  expect(screen.getByText('Your registration has arrived.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Register Now' })).not.toBeInTheDocument()
  expect(
    screen.getByRole('button', { name: 'Register another person for BAWG Workshops' }),
  ).toBeVisible()
})
