import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import type { AcademyProgram } from '../content/academy'
import { AcademyProgramCard } from './academy-program-card'

function show(changes: Partial<AcademyProgram> = {}) {
  const onRegister = vi.fn()
  const program: AcademyProgram = {
    id: 'evening-choir',
    title: 'Evening Choir',
    description: 'Four voices and a drum.',
    audience: 'All ages',
    format: 'Weekly',
    date: 'Thursdays',
    location: 'Library',
    price: 'Free',
    next: 'January 2027',
    participants: 39,
    maxParticipants: 40,
    isPilot: false,
    ...changes,
  }
  render(
    <MemoryRouter>
      <ul>
        <AcademyProgramCard program={program} onRegister={onRegister} />
      </ul>
    </MemoryRouter>,
  )
  return onRegister
}

const registerButton = () => screen.getByRole('button', { name: 'Register for Evening Choir' })

test('a program with seats left takes registrations', async () => {
  const onRegister = show()

  expect(screen.getByText('39/40')).toBeVisible()
  expect(screen.queryByText('Full')).not.toBeInTheDocument()
  expect(screen.queryByText('Pilot Program')).not.toBeInTheDocument()

  await userEvent.click(registerButton())
  expect(onRegister).toHaveBeenCalledWith(
    expect.objectContaining({ id: 'evening-choir', title: 'Evening Choir', isFull: false }),
    expect.anything(),
  )
})

test('a full pilot says both and offers the waitlist', async () => {
  const onRegister = show({ participants: 41, isPilot: true })

  expect(screen.getByText('Full')).toBeVisible()
  expect(screen.getByText('Pilot Program')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Register/ })).not.toBeInTheDocument()

  await userEvent.click(screen.getByRole('button', { name: 'Join Waitlist for Evening Choir' }))
  expect(onRegister).toHaveBeenCalledWith(
    expect.objectContaining({ isFull: true }),
    expect.anything(),
  )
})

test('an external link opens beside the site, whatever page it has here', () => {
  show({ externalLink: 'https://choir.example/', programId: 'parent-engagement' })

  const link = screen.getByRole('link', { name: /^Learn More about Evening Choir/ })
  expect(link).toHaveAttribute('href', 'https://choir.example/')
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'))
})

test('a card without one leads to the program’s own page', () => {
  show({ programId: 'parent-engagement' })

  const link = screen.getByRole('link', { name: 'Learn More about Evening Choir' })
  expect(link).toHaveAttribute('href', '/programs/parent-engagement')
  expect(link).not.toHaveAttribute('target')
})

test('a card with neither shows Learn More switched off, and says why', () => {
  show()

  expect(screen.queryByRole('link')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Learn More about Evening Choir' })).toBeDisabled()
  expect(screen.getByText(/^Evening Choir has no page yet/)).toBeInTheDocument()
  expect(registerButton()).toBeEnabled()
})
