import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { captchaAdvice, captchaFailure } from '@/shared/lib/captcha-failure'
import { supabase } from '@/shared/supabase/client'
import { createUser, type NewUser } from './create-user'

let requests: [string, Record<string, unknown>][]
const user: NewUser = {
  email: 'bea@example.org',
  fullName: 'Bea',
  password: 'long enough',
  role: 'user',
  permissions: [],
}
const create = (captchaToken: () => Promise<string | undefined>) =>
  new QueryClient()
    .getMutationCache()
    .build(new QueryClient(), createUser)
    .execute({ user, callerId: 'u1', captchaToken })

beforeEach(() => {
  requests = []
  vi.spyOn(supabase.auth, 'getSession').mockResolvedValue({ data: { session: null }, error: null })
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input))
    if (!init.body) return Promise.resolve(Response.json([]))
    requests.push([pathname, JSON.parse(init.body as string) as Record<string, unknown>])
    return Promise.resolve(
      Response.json(pathname === '/auth/v1/signup' ? { id: 'u2', email: user.email } : 'nonce'),
    )
  })
})

it('signs the new account up with the token of a captcha', async () => {
  await create(() => Promise.resolve('solved'))
  expect(requests.map(([path]) => path)).toEqual([
    '/rest/v1/rpc/begin_user_creation',
    '/auth/v1/signup',
    '/rest/v1/rpc/finish_user_creation',
  ])
  expect(requests[1]![1]).toMatchObject({ gotrue_meta_security: { captcha_token: 'solved' } })
})

it('begins nothing without a token', async () => {
  await expect(create(() => Promise.reject(captchaFailure()))).rejects.toThrow(captchaAdvice())
  expect(requests).toEqual([])
})
