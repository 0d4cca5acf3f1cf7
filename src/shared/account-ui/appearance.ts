import { storeChoice, storedChoice } from '@/shared/lib/stored-choice'

export const appearances = ['light', 'dark', 'system'] as const

export type Appearance = (typeof appearances)[number]

const storageKey = 'appearance'

/** The appearance chosen in this browser; `system` until then, and without storage. */
export function chosenAppearance(): Appearance {
  const stored = storedChoice(storageKey)
  return appearances.find((one) => one === stored) ?? 'system'
}

export function chooseAppearance(appearance: Appearance): void {
  storeChoice(storageKey, appearance)
  show(appearance)
}

/** The same colors, light or dark, on a page with the sizes of the website or of paper. */
export const showTheme = () => showLook(false)

/**
 * Gives the document the look of the back office (`app/staff/staff.css`), light or dark. It is set
 * on the root element, for dialogs, toasts and menus outside the page.
 * @returns removes it again
 */
export const showStaffLook = () => showLook(true)

function showLook(isDense: boolean): () => void {
  const root = document.documentElement
  const system = darkSystem()
  const follow = () => show(chosenAppearance())
  if (isDense) root.dataset.staff = ''
  follow()
  system?.addEventListener('change', follow)
  window.addEventListener('storage', follow)
  return () => {
    system?.removeEventListener('change', follow)
    window.removeEventListener('storage', follow)
    delete root.dataset.staff
    delete root.dataset.theme
  }
}

function show(appearance: Appearance): void {
  const isDark = appearance === 'dark' || (appearance === 'system' && darkSystem()?.matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

const darkSystem = () => window.matchMedia?.('(prefers-color-scheme: dark)')
