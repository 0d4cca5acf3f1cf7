/* A choice about the screen, kept in this browser; without storage, until the page is left. */

export function storedChoice(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function storeChoice(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice)
  } catch {
    // Blocked or full
  }
}
