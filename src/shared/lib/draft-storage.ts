/** What was typed and is not stored yet, by field. Kept in this tab alone, until it is closed. */
type Draft = Record<string, unknown>

const PREFIX = 'draft:'
const STAFF = 'staff:'

/** The name of a draft that only this account gets back. */
export function staffDraft(userId: string, form: string): string {
  return `${STAFF}${userId}:${form}`
}

export function readDraft(name: string): Draft {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? '{}')
    return typeof draft === 'object' && draft !== null ? { ...draft } : {}
  } catch {
    return {}
  }
}

export function writeDraft(name: string, draft: Draft): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(PREFIX + name)
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(draft))
  } catch {
    // Storage is blocked or full: the form works without a draft.
  }
}

export function discardDraft(name: string): void {
  writeDraft(name, {})
}

export function hasDraft(name: string): boolean {
  return Object.keys(readDraft(name)).length > 0
}

/** @param keptFor the account whose drafts stay */
export function discardStaffDrafts(keptFor?: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const isKept = keptFor !== undefined && key.startsWith(PREFIX + staffDraft(keptFor, ''))
      if (key.startsWith(PREFIX + STAFF) && !isKept) sessionStorage.removeItem(key)
    }
  } catch {
    // Where storage is blocked there is no draft.
  }
}
