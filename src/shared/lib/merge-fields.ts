/** The merge fields of a text, `{{name}}` and the like, each once. */
export const mergeFields = (text: string): string[] => [
  ...new Set([...text.matchAll(field)].map(([, name]) => name!)),
]

/**
 * A text with its merge fields filled in, as text: escaping is the layout's. `missing` names the
 * fields that have no value; they stay as they are, and such a text is not sent.
 */
export function fillIn(
  text: string,
  values: Record<string, string | undefined>,
): { text: string; missing: string[] } {
  const known = (name: string) => (Object.hasOwn(values, name) ? values[name]?.trim() : undefined)
  return {
    text: text.replace(field, (whole, name: string) => known(name) || whole),
    missing: mergeFields(text).filter((name) => !known(name)),
  }
}

const field = /\{\{\s*([a-z_]+)\s*\}\}/g
