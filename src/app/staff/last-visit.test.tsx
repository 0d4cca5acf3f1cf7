import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Role } from '@/shared/auth/roles'
import { authOf } from '../../../tests/auth-of'
import { draw } from '../../../tests/draw'
import { LastVisit, sinceLastVisitQuery } from './last-visit'

function open(role: Role, happened: { submissions: number; changes: number } | null) {
  const auth = authOf(role)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const data = happened && { since: '2026-11-20T21:05:00Z', ...happened }
  client.setQueryData(sinceLastVisitQuery(auth.user!.id).queryKey, data)
  return draw(<LastVisit />, { auth, client }).container
}
const since = 'Since your last visit on Nov 20, 2026, 3:05 PM: '

it('shows nothing at the first visit', () => {
  expect(open('admin', null)).toBeEmptyDOMElement()
})

it('lists what happened since, with links', () => {
  const told = open('admin', { submissions: 1, changes: 1_200 })
  expect(told).toHaveTextContent(`${since}1 new submission and 1,200 changes by others.`)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/form-submissions?sort=-created_at',
    '/change-log',
  ])
})

it('has no link to a change log without access', () => {
  expect(open('staff', { submissions: 0, changes: 2 })).toHaveTextContent(
    `${since}2 changes by others.`,
  )
  expect(screen.queryByRole('link')).toBeNull()
})

it('shows that nothing happened', () => {
  expect(open('staff', { submissions: 0, changes: 0 })).toHaveTextContent(`${since}nothing new.`)
})
