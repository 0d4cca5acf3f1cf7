import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'

/**
 * Starts a program that ends with this process, however that ends: a hook's timeout, a signal, a
 * crash. Its standard input is a pipe that closes then, and a shell beside the program sends the
 * signal. Close it (`stdin.end()`) to end the program earlier.
 *
 * @param signal with which the program ends itself in order
 * @param options.stdio of its output and its errors
 */
export function spawnBound(
  signal: 'INT' | 'TERM',
  program: string,
  args: readonly string[],
  {
    stdio,
    ...options
  }: Omit<SpawnOptions, 'stdio'> & {
    stdio: ['ignore' | 'inherit' | 'pipe' | number, 'ignore' | 'inherit' | 'pipe' | number]
  },
): ChildProcess {
  const untilClosed = `exec 3<&0; (read _ <&3; kill -${signal} $$) >/dev/null 2>&1 & exec "$@" </dev/null 3<&-`
  return spawn('/bin/sh', ['-c', untilClosed, 'sh', program, ...args], {
    ...options,
    stdio: ['pipe', ...stdio],
  })
}
