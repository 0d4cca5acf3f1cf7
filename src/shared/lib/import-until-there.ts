const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Imports code that nobody waits for, and tries again after a lost connection.
 *
 * @returns a function that stops it
 */
export function importUntilThere<Module>(
  download: () => Promise<Module>,
  use: (module: Module) => void,
): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  function attempt(pause: number) {
    download().then(
      (module) => isOver || use(module),
      () => {
        if (isOver) return
        timer = setTimeout(attempt, pause, Math.min(2 * pause, LONGEST_PAUSE_MS))
      },
    )
  }
  attempt(FIRST_PAUSE_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
