import { DRAFT_PREFIX } from './has-draft'

/** What was typed and not saved, by field. `sessionStorage` holds it for this tab alone. */
type Draft = Record<string, unknown>

const STAFF = 'staff:'

/** The name of a draft that is restored for this account alone. */
export function staffDraft(userId: string, form: string): string {
  return `${STAFF}${userId}:${form}`
}

export function readDraft(name: string): Draft {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(DRAFT_PREFIX + name) ?? '{}')
    return typeof draft === 'object' && draft !== null ? { ...draft } : {}
  } catch {
    return {}
  }
}

export function writeDraft(name: string, draft: Draft): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(DRAFT_PREFIX + name)
    else sessionStorage.setItem(DRAFT_PREFIX + name, JSON.stringify(draft))
  } catch {
    // Storage is blocked or full: the form works without a draft.
  }
}

export function discardDraft(name: string): void {
  writeDraft(name, {})
}

/** @param keptFor the account whose drafts stay */
export function discardStaffDrafts(keptFor?: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const isKept = keptFor !== undefined && key.startsWith(DRAFT_PREFIX + staffDraft(keptFor, ''))
      if (key.startsWith(DRAFT_PREFIX + STAFF) && !isKept) sessionStorage.removeItem(key)
    }
  } catch {
    // Storage is blocked: there are no drafts.
  }
}
