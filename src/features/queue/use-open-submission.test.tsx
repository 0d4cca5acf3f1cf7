import { act, renderHook, waitFor } from '@testing-library/react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { useOpenSubmission } from './use-open-submission'

it('closing again and again leads back to the list, and not past it', async () => {
  window.history.pushState(null, '', '/form-submissions?tab=all')
  const { result } = renderHook(() => ({ ...useOpenSubmission(), location: useLocation() }), {
    wrapper: BrowserRouter,
  })
  act(() => result.current.setOpen('one'))
  expect(result.current.open).toBe('one')
  const go = vi.spyOn(window.history, 'go')
  act(() => {
    result.current.setOpen(null)
    result.current.setOpen(null)
  })
  await waitFor(() => expect(result.current.open).toBeNull())
  act(() => result.current.setOpen(null))
  expect(go).toHaveBeenCalledExactlyOnceWith(-1)
  const { pathname, search } = result.current.location
  expect(pathname + search).toBe('/form-submissions?tab=all')

  act(() => result.current.setOpen('other'))
  act(() => result.current.setOpen(null))
  await waitFor(() => expect(result.current.open).toBeNull())
  expect(go).toHaveBeenCalledTimes(2)
})
