import { expect, it } from 'vitest'
import { failureAsSaid, failureInFull } from './backend-message'

const refused = (code: string, message: string) => Object.assign(new Error(message), { code })

it('shows a technical message after the plain sentence', () => {
  const error = refused('23514', 'new row violates check constraint "programs_dates_check"')
  expect(failureAsSaid(error).description).toBe('This value cannot be stored')
  expect(failureInFull(error)).toEqual({
    title: 'Error',
    description: `This value cannot be stored. The server’s words: ${error.message}`,
  })
})

it('repeats no message that is plain, and invents none without an answer', () => {
  const error = refused('P0001', 'Choose a later day.')
  expect(failureInFull(error)).toEqual(failureAsSaid(error))
  expect(failureInFull(new Error('Failed to fetch'))).toEqual(failureAsSaid(new Error('')))
})
