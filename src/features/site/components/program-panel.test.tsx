import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { program as bawgWorkshops } from '../content/program-details/bawg-workshops'
import { markRegistered } from '../lib/registered'
import { ProgramPanel } from './program-panel'

function show(participants: number) {
  const onRegister = vi.fn()
  const program = { ...bawgWorkshops, participants, maxParticipants: 30 }
  render(<ProgramPanel program={program} onRegister={onRegister} />)
  return onRegister
}

test('tells how many spots remain and registers', async () => {
  const onRegister = show(24)

  expect(screen.getByText('6 spots remaining')).toBeVisible()
  expect(screen.queryByText('Full')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Register Now' }))
  expect(onRegister).toHaveBeenCalledWith(
    { id: 'bawg-workshops', title: 'BAWG Workshops', isFull: false },
    expect.anything(),
  )
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

test('does not ask again to register once that is done', () => {
  show(24)
  act(() => markRegistered('bawg-workshops'))
  expect(screen.getByText('Your registration has arrived.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Register Now' })).not.toBeInTheDocument()
  expect(
    screen.getByRole('button', { name: 'Register another person for BAWG Workshops' }),
  ).toBeVisible()
})
