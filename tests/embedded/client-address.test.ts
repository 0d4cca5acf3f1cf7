import { afterEach, expect, it } from 'vitest'
import { localKeys } from '../../supabase/embedded/config'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { newAddress, visit } from './support'

let backend: ServedBackend
afterEach(() => backend?.stop())

const subscribe = (headers: Record<string, string>, name: string) =>
  visit(backend, headers)
    .from('newsletter_subscriptions')
    .insert({ name, email: `${name}@example.org` })

it('limits an address that the proxy vouches for, with 429 and Retry-After', async () => {
  backend = await serveBackend({ trustProxy: true })
  const address = newAddress()
  for (let count = 1; count <= 5; count += 1) {
    // The client's own words about where it comes from change nothing.
    const headers = { 'cf-connecting-ip': address, 'x-forwarded-for': `198.51.100.${count}` }
    expect((await subscribe(headers, `allowed${count}`)).status).toBe(201)
  }
  const refused = await fetch(`${backend.url}/rest/v1/newsletter_subscriptions`, {
    method: 'POST',
    headers: {
      apikey: localKeys.publishable,
      'content-type': 'application/json',
      'cf-connecting-ip': address,
      origin: 'https://elsewhere.example',
    },
    body: JSON.stringify({ name: 'One too many', email: 'six@example.org' }),
  })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600)
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(Object.keys((await refused.json()) as object).sort()).toEqual([
    'code',
    'details',
    'hint',
    'message',
  ])

  const other = await subscribe({ 'cf-connecting-ip': newAddress() }, 'neighbor')
  expect(other.status).toBe(201)
}, 60_000)
