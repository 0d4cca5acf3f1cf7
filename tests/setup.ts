import '@testing-library/jest-dom/vitest'
import './computed-style'
import './cheap-diagnostics'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { receiveNotices } from '@/shared/ui/notify'
import { limits } from './limits'

configure({ asyncUtilTimeout: limits.expectation })
// Vitest would give up after a second, and has no setting for it.
const waitFor = vi.waitFor.bind(vi)
vi.waitFor = (callback, options = { timeout: limits.expectation }) => waitFor(callback, options)

// An error that no test expected is a failure. A test that expects one calls
// `vi.mocked(console.error).mockClear()` after it has looked at it.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  // jsdom does not scroll, and would say so each time.
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

// The toaster stays in the window, outside of what a test renders. Its own test restores it.
vi.mock('@/shared/ui/toaster', () => ({ mountToaster: () => {} }))

// Drops the messages that an earlier file left unread.
beforeAll(() => receiveNotices(() => {})())

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
