import { DRAFT_PREFIX, freshDraft } from './has-draft'

/**
 * Unsaved values by field. `sessionStorage` holds it for this tab alone, and it is gone half an
 * hour after its last use.
 */
type Draft = Record<string, unknown>

const STAFF = 'staff:'

/** The name of a draft that is restored for this account alone. */
export function staffDraft(userId: string, form: string): string {
  return `${STAFF}${userId}:${form}`
}

export function readDraft(name: string): Draft {
  try {
    const draft: unknown = JSON.parse(freshDraft(DRAFT_PREFIX + name) ?? '{}')
    return typeof draft === 'object' && draft !== null ? { ...draft } : {}
  } catch {
    return {}
  }
}

export function writeDraft(name: string, draft: Draft): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(DRAFT_PREFIX + name)
    else sessionStorage.setItem(DRAFT_PREFIX + name, `${Date.now()}${JSON.stringify(draft)}`)
  } catch {
    // Storage is blocked or full: the form works without a draft.
  }
}

/** Removes expired drafts of forms that were not opened again. */
export function discardOldDrafts(): void {
  for (const key of draftKeys()) freshDraft(key)
}

export function discardDraft(name: string): void {
  writeDraft(name, {})
}

/** @param keptFor the account whose drafts stay */
export function discardStaffDrafts(keptFor?: string): void {
  for (const key of draftKeys()) {
    const isKept = keptFor !== undefined && key.startsWith(DRAFT_PREFIX + staffDraft(keptFor, ''))
    if (key.startsWith(DRAFT_PREFIX + STAFF) && !isKept) sessionStorage.removeItem(key)
  }
}

function draftKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(DRAFT_PREFIX))
  } catch {
    // Storage is blocked: there are no drafts.
    return []
  }
}
