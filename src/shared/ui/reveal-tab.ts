/**
 * Scrolls a row of tabs sideways until one is in view; `scrollIntoView` would also move the page.
 */
export function revealTab(tab: HTMLElement): void {
  const list = tab.closest<HTMLElement>('[role="tablist"]')
  if (!list || list.scrollWidth <= list.clientWidth) return
  const margin = 40
  const start = tab.offsetLeft - list.offsetLeft
  if (start - margin < list.scrollLeft) list.scrollLeft = start - margin
  const end = start + tab.offsetWidth + margin
  if (end > list.scrollLeft + list.clientWidth) list.scrollLeft = end - list.clientWidth
}
