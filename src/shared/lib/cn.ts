export type ClassValue = string | false | null | undefined

/**
 * Joins class names and drops the empty ones. No merging is needed: the kit's classes are in the
 * `components` layer (`shared/ui/kit.css`), so a caller's utility always wins.
 */
export function cn(...values: ClassValue[]): string {
  return values.filter(Boolean).join(' ')
}
