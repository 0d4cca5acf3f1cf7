import { act, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useOpenSubmission } from './use-open-submission'

it('closing twice at once leads back to the list, and not past it', () => {
  const list = '/form-submissions?tab=all'
  const { result } = renderHook(() => ({ ...useOpenSubmission(), location: useLocation() }), {
    wrapper: ({ children }) => (
      <MemoryRouter initialEntries={['/admin', list]} initialIndex={1}>
        {children}
      </MemoryRouter>
    ),
  })
  act(() => result.current.setOpen('one'))
  expect(result.current.open).toBe('one')
  act(() => {
    result.current.setOpen(null)
    result.current.setOpen(null)
  })
  const { pathname, search } = result.current.location
  expect(pathname + search).toBe(list)
})
