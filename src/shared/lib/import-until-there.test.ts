import { expect, it, vi } from 'vitest'
import { importUntilThere } from './import-until-there'

it('tries again until the code has loaded, and uses it once', async () => {
  vi.useFakeTimers()
  const download = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue('code')
  const use = vi.fn()
  importUntilThere(download, use)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(download).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(use.mock.calls).toEqual([['code']])
  await vi.advanceTimersByTimeAsync(120_000)
  expect(download).toHaveBeenCalledTimes(3)
})

it('stops when nobody needs it any more', async () => {
  vi.useFakeTimers()
  const download = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  const stop = importUntilThere(download, vi.fn())
  await vi.advanceTimersByTimeAsync(1_000)
  stop()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(download).toHaveBeenCalledTimes(2)
})
