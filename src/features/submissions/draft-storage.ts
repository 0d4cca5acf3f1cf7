/** An answer that nobody gave. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || value === false || (value as unknown[]).length === 0
}

function storageKey(name: string): string {
  return `draft:${name}`
}

export function readDraft(name: string): Record<string, unknown> {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(storageKey(name)) ?? '{}')
    return typeof draft === 'object' && draft !== null ? { ...draft } : {}
  } catch {
    return {}
  }
}

export function writeDraft(name: string, { consent: _, ...values }: Record<string, unknown>): void {
  const typed = Object.entries(values).filter(([, value]) => !isEmpty(value))
  try {
    if (typed.length === 0) sessionStorage.removeItem(storageKey(name))
    else sessionStorage.setItem(storageKey(name), JSON.stringify(Object.fromEntries(typed)))
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
