import { createContext, use, useEffect } from 'react'

/** Keys, and what they do */
export interface KeyLine {
  keys: readonly string[]
  does: string
}

interface Help {
  open: () => void
  /** Keeps what tells the page's own keys, until there is none. */
  keep: (keys: (() => readonly KeyLine[]) | undefined) => void
}

/** The help of the screen; undefined outside the screens of staff. */
export const PageHelp = createContext<Help | undefined>(undefined)

/**
 * Hands the page's keys to its help, which asks for them when it opens.
 *
 * @returns opens the help
 */
export function usePageKeys(keys: () => readonly KeyLine[]): () => void {
  const help = use(PageHelp)
  useEffect(() => {
    help?.keep(keys)
    return () => help?.keep(undefined)
  })
  return () => help?.open()
}
