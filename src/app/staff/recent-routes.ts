const key = 'recent-routes'
const KEPT = 8

/** Addresses of lists and pages that this tab opened, the newest first; without the person or search in them. */
export function recentRoutes(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[]
  } catch {
    return []
  }
}

export function rememberRoute(to: string): void {
  try {
    sessionStorage.setItem(
      key,
      JSON.stringify([to, ...recentRoutes().filter((other) => other !== to)].slice(0, KEPT)),
    )
  } catch {
    // Without storage the palette has no recent ones.
  }
}
