/** The prefix of a draft's name in `sessionStorage` */
export const DRAFT_PREFIX = 'draft:'

/** On a shared computer the next user must not find an old draft. */
const DRAFT_LIFETIME_MS = 30 * 60_000

/**
 * Returns the value of a key of `sessionStorage` that was used within the last half hour, and
 * removes an older one. Apart from `draft-storage.ts`, because every public page loads it.
 *
 * @returns JSON, or null
 */
export function freshDraft(key: string): string | null {
  try {
    const stored = sessionStorage.getItem(key)
    if (stored === null) return null
    // The time of the last use, in milliseconds, precedes the JSON.
    if (parseInt(stored) > Date.now() - DRAFT_LIFETIME_MS) return stored.replace(/^\d+/, '')
    sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked: there are no drafts.
  }
  return null
}

/** The key that says in this tab, also after a reload, that a draft's form was sent */
export const sentNote = (draft: string) => `${draft}:sent`

export function hasDraft(name: string): boolean {
  return freshDraft(DRAFT_PREFIX + name) !== null
}
