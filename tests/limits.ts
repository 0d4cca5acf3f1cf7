/*
 * How long a test waits before it gives up. Only a failure waits that long, so each limit is far
 * above need: idle, the slowest test takes 45 s, the slowest setup 15 s, the slowest expectation 3
 * s. With two other programs keeping both cores busy, everything took up to 5 times as long.
 */
const busyMachine = 5

/** In milliseconds. */
export const limits = {
  test: 60_000 * busyMachine,
  /** A test with the tag `long`. */
  long: 360_000 * busyMachine,
  setUp: 30_000 * busyMachine,
  expectation: 6_000 * busyMachine,
}
