/** Before the name of a draft, in `sessionStorage` */
export const DRAFT_PREFIX = 'draft:'

/** Apart from `draft-storage.ts`, because every public page loads it. */
export function hasDraft(name: string): boolean {
  try {
    return sessionStorage.getItem(DRAFT_PREFIX + name) !== null
  } catch {
    return false
  }
}
