const STORAGE_KEY = 'single-key-shortcuts'

/** Whether keys without a modifier do anything. */
export function readSingleKeys(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

export function writeSingleKeys(on: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, on ? 'on' : 'off')
  } catch {
    // A browser that stores nothing keeps the choice until the tab is left.
  }
}
