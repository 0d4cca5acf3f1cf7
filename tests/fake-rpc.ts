import { beforeEach, vi } from 'vitest'
import { supabase } from '@/shared/supabase/client'

type Given = Record<string, unknown>

export interface FakeRpc {
  /** By function name; null for functions without an answer. */
  answers: Record<string, (given: Given) => unknown>
  calls: [name: string, given: Given][]
  /** A function's arguments, call by call. */
  callsOf: (name: string) => Given[]
}

/** In each test of the file, functions of the API are answered by `answers` instead of a backend. */
export function fakeRpc(): FakeRpc {
  const fake: FakeRpc = {
    answers: {},
    calls: [],
    callsOf: (wanted) => fake.calls.flatMap(([name, given]) => (name === wanted ? [given] : [])),
  }
  beforeEach(() => {
    fake.answers = {}
    fake.calls = []
    vi.spyOn(supabase, 'rpc').mockImplementation(((name: string, given: Given) => {
      const itself = () => request
      const request = {
        abortSignal: itself,
        retry: itself,
        single: itself,
        maybeSingle: itself,
        select: itself,
        order: itself,
        limit: itself,
        throwOnError: async () => {
          fake.calls.push([name, given])
          return { data: (await fake.answers[name]?.(given)) ?? null }
        },
      }
      return request
    }) as never)
  })
  return fake
}
