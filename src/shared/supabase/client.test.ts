import { isAuthApiError, isAuthRetryableFetchError } from '@supabase/supabase-js'
import { expect, it, vi } from 'vitest'
import { supabase } from './client'

function answer(status: number, body: string, type = 'application/json') {
  const headers = { 'content-type': type }
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(new Response(body, { status, headers })),
  )
}
const ada = { email: 'ada@example.org', password: 'a password' }

it.each([400, 429, 500, 503])(
  'signing in and up shows the service’s message at status %i',
  async (status) => {
    answer(status, JSON.stringify({ code: status, msg: 'Database is resting' }))
    for (const { error } of [
      await supabase.auth.signInWithPassword(ada),
      await supabase.auth.signUp(ada),
    ]) {
      expect(isAuthApiError(error)).toBe(true)
      expect(error).toHaveProperty('message', 'Database is resting')
    }
  },
)

it('a gateway without a message adds none, and the session survives', async () => {
  answer(502, '<html>Bad Gateway</html>', 'text/html')
  const { error } = await supabase.auth.signInWithPassword(ada)
  expect(isAuthApiError(error)).toBe(false)
})

it('a refresh that fails at the service may be tried again', async () => {
  answer(503, JSON.stringify({ msg: 'Database is resting' }))
  vi.useFakeTimers()
  const refresh = supabase.auth.refreshSession({ refresh_token: 'a token' })
  await vi.runAllTimersAsync()
  const { error } = await refresh
  expect(isAuthRetryableFetchError(error)).toBe(true)
})
