import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/**
 * Waits until a service answers that `spawnBound` started.
 *
 * @param health an address that answers 2xx once the service is ready
 * @throws when the process ends before that
 */
export async function untilReady(process: ChildProcess, health: string) {
  const exited = once(process, 'exit')
  const isReady = () =>
    fetch(health).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (process.exitCode !== null) throw new Error(`The service of ${health} did not start.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    stop: async (): Promise<void> => {
      process.stdin!.end()
      await exited
    },
  }
}
