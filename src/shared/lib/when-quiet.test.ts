import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { whenQuiet } from './when-quiet'

it('runs after the last read, also in a browser that is never idle', async () => {
  vi.useFakeTimers()
  // A browser at work calls back only once the time is over.
  vi.stubGlobal('requestIdleCallback', (run: () => void, options?: IdleRequestOptions) =>
    options?.timeout === undefined ? 0 : setTimeout(run, options.timeout),
  )
  const queryClient = new QueryClient()
  const run = vi.fn()
  const read = queryClient.fetchQuery({
    queryKey: ['rows'],
    queryFn: () => new Promise((resolve) => setTimeout(resolve, 30_000, 'rows')),
  })
  whenQuiet(queryClient, run)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(run).toHaveBeenCalledOnce()
  await read
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
