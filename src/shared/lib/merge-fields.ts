/** The merge fields of a text, `{{name}}` and the like, each once. */
export const mergeFields = (text: string): string[] => [
  ...new Set([...text.matchAll(field)].map(([, name]) => name!)),
]

/**
 * A text with its merge fields filled in, unescaped: the layout escapes it. `missing` names the
 * fields without a value; they stay as they are, and a text with any is not sent.
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
