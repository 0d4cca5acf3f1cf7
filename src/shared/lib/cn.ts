export type ClassValue = string | false | null | undefined

/**
 * Joins class names and drops the empty ones. There is nothing to resolve between them: the kit's
 * own look lives in the `components` layer (`shared/ui/kit.css`), so a utility that a caller passes
 * always wins, whatever the order.
 */
export function cn(...values: ClassValue[]): string {
  return values.filter(Boolean).join(' ')
}
