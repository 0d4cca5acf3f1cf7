/** Before the name of a draft, in `sessionStorage` */
export const DRAFT_PREFIX = 'draft:'

/** On a shared computer the next person must not find what somebody left. */
const DRAFT_LIFETIME_MS = 30 * 60_000

/**
 * What is stored under a key of `sessionStorage`, if it was used within the last half hour; else it is
 * removed. Apart from `draft-storage.ts`, because every public page loads it.
 *
 * @returns JSON, or null
 */
export function freshDraft(key: string): string | null {
  try {
    const stored = sessionStorage.getItem(key)
    if (stored === null) return null
    // The time of the last use, in milliseconds, stands before the JSON.
    if (parseInt(stored) > Date.now() - DRAFT_LIFETIME_MS) return stored.replace(/^\d+/, '')
    sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked: there are no drafts.
  }
  return null
}

export function hasDraft(name: string): boolean {
  return freshDraft(DRAFT_PREFIX + name) !== null
}
