/** What leaving loses: `page`, as soon as the page changes; `dialog`, with any other address; `tab`, only when the tab of the browser does. */
type Held = 'page' | 'dialog' | 'tab'

const entries = new Set<{ held: Held; isUnsaved: () => boolean }>()

/** Notes a part of the page that may have unsaved text; returns a function that ends this. */
export function noteUnsaved(held: Held, isUnsaved: () => boolean): () => void {
  const entry = { held, isUnsaved }
  entries.add(entry)
  return () => void entries.delete(entry)
}

/** Whether there is unsaved text that is lost in one of these ways. */
export const isUnsaved = (...ways: readonly Held[]): boolean =>
  [...entries].some(({ held, isUnsaved: isNow }) => ways.includes(held) && isNow())
