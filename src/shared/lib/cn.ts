export type ClassValue = string | false | null | undefined

/**
 * Joins class names and drops the empty ones. It resolves no conflicts: a caller places a component
 * (margin, width, position), and of its look replaces only what the component marks with `base:`
 * (`shared/ui/kit.css`).
 */
export function cn(...values: ClassValue[]): string {
  return values.filter(Boolean).join(' ')
}
