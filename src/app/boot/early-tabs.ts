import { whileReading } from './while-reading'

/* The tabs of a prerendered page before the app has loaded. `PageTabs` draws them the same way. */

/** Shows the tab that the address names, before it is painted. */
export function showTabOfAddress(): void {
  if (!location.hash) return
  whileReading(() => {
    const tabs = document.querySelectorAll<HTMLAnchorElement>('[role=tab]')
    for (const tab of tabs) if (tab.hash === location.hash) show(tab)
  })
}

export function chooseTab(tab: HTMLAnchorElement): void {
  history.replaceState(history.state, '', tab.hash)
  show(tab)
}

function show(tab: HTMLAnchorElement): void {
  for (const other of tab.parentElement!.querySelectorAll('a')) {
    const isShown = other === tab
    const state = isShown ? 'active' : 'inactive'
    other.setAttribute('aria-selected', String(isShown))
    other.tabIndex = isShown ? 0 : -1
    other.dataset.state = state
    const panel = document.getElementById(other.hash.slice(1))
    if (panel) panel.dataset.state = state
  }
}
