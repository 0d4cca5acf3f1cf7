import { SHARED_COMPUTER } from '@/shared/lib/shared-computer'
import { DRAFT_PREFIX, freshDraft, hasDraft } from './has-draft'

/**
 * Unsaved values by field. `sessionStorage` holds it for this tab only, until half an hour
 * after its last use.
 */
type Draft = Record<string, unknown>

const STAFF = 'staff:'

/** A field of drafts that have only values of the last entry, which the next one starts with. */
export const CARRIED = 'carried'

/** Drafts of staff on a shared computer last as long as the page, and are stored nowhere. */
const memory = new Map<string, Draft>()

/** The name of a draft that only this account gets back. */
export function staffDraft(userId: string, form: string): string {
  return `${STAFF}${userId}:${form}`
}

/** Whether nothing may be stored, as on a shared computer: a reload loses the draft. */
export const isKeptInMemory = (name: string): boolean => memory.has(name)

export function isDrafted(name: string): boolean {
  return memory.has(name) || hasDraft(name)
}

export function readDraft(name: string): Draft {
  const remembered = memory.get(name)
  if (remembered) return remembered
  try {
    const draft: unknown = JSON.parse(freshDraft(DRAFT_PREFIX + name) ?? '{}')
    return typeof draft === 'object' && draft !== null ? { ...draft } : {}
  } catch {
    return {}
  }
}

export function writeDraft(name: string, draft: Draft): void {
  memory.delete(name)
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(DRAFT_PREFIX + name)
    else if (name.startsWith(STAFF) && sessionStorage.getItem(SHARED_COMPUTER))
      memory.set(name, draft)
    else sessionStorage.setItem(DRAFT_PREFIX + name, `${Date.now()}${JSON.stringify(draft)}`)
  } catch {
    // Storage is blocked or full; the form works without a draft.
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
  const isKept = (name: string) =>
    !name.startsWith(STAFF) || (keptFor !== undefined && name.startsWith(staffDraft(keptFor, '')))
  for (const name of memory.keys()) if (!isKept(name)) memory.delete(name)
  for (const key of draftKeys()) {
    if (!isKept(key.slice(DRAFT_PREFIX.length))) sessionStorage.removeItem(key)
  }
}

/** Whether an account has typed something that only its draft has. */
export function hasStaffDrafts(): boolean {
  const names = [
    ...memory.keys(),
    ...draftKeys().map((key) => key.slice(DRAFT_PREFIX.length)),
  ].filter((name) => name.startsWith(STAFF))
  return names.some((name) => {
    const draft = readDraft(name)
    return Object.keys(draft).length > 0 && !(CARRIED in draft)
  })
}

function draftKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(DRAFT_PREFIX))
  } catch {
    // Storage is blocked: there are no drafts.
    return []
  }
}
