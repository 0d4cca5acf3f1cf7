import '@testing-library/jest-dom/vitest'
import './computed-style'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// A computer that does much else at the same time takes longer than the second that is usual.
configure({ asyncUtilTimeout: 5_000 })

// An error that no test expected is a failure. A test that expects one calls
// `vi.mocked(console.error).mockClear()` after it has looked at it.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

// The toaster stays in the window, outside of what a test renders. Its own test takes this back.
vi.mock('@/shared/ui/toaster', () => ({ mountToaster: () => {}, useToaster: () => {} }))

// The files of a worker share their window.
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  const errors = [...vi.mocked(console.error).mock.calls]
  vi.restoreAllMocks()
  expect(errors).toEqual([])
})
