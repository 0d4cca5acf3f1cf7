import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { ask, askCount } from './ask'
import { supabase } from './client'

it.each([
  ['not answered', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['answered by a gateway', () => Promise.resolve(new Response('{}', { status: 503 }))],
])('does not repeat a read that was %s', async (_case, answer) => {
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(answer)
  await expect(ask(supabase.from('mentors').select('id'))).rejects.toBeDefined()
  expect(sent).toHaveBeenCalledOnce()
  await expect(
    askCount(supabase.from('mentors').select('id', { count: 'exact', head: true })),
  ).rejects.toBeDefined()
  expect(sent).toHaveBeenCalledTimes(2)
})

it('is the only way to ask for rows', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  )
  expect(sources.length).toBeGreaterThan(500)
  const asking = sources.filter((name) =>
    readFileSync(`src/${name}`, 'utf8').includes('.throwOnError('),
  )
  expect(asking).toEqual(['shared/supabase/ask.ts'])
})
