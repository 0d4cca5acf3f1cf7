import {
  useEffect,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { useLocation } from 'react-router-dom'
import { revealTab } from '@/shared/ui/reveal-tab'
import { tabLook } from '@/shared/ui/tab-look'

interface PageTab {
  /** The fragment of the address, and the id of the panel */
  id: string
  label: string
  content: ReactNode
}

interface PageTabsProps {
  /** The label of the tab list. */
  label: string
  tabs: readonly [PageTab, ...PageTab[]]
  listClass?: string
  panelClass?: string
}

/**
 * The tabs of a public page, with all panels in its HTML; without scripts all of them show, and a
 * tab links to its panel. The address names the open one. They follow the tabs pattern of the ARIA
 * Authoring Practices Guide: one stop of the Tab key, from which arrows, Home and End move and
 * choose. Until the app has loaded, `app/boot/early-tabs.ts` does the same to their elements.
 */
export function PageTabs({ label, tabs, listClass, panelClass = '' }: PageTabsProps) {
  const fragment = useFragment()
  const index = Math.max(
    tabs.findIndex(({ id }) => id === fragment),
    0,
  )
  const active = (tabs[index] ?? tabs[0]).id

  useEffect(() => revealTab(document.getElementById(tabId(active))!), [active])

  function moveByKey(event: KeyboardEvent) {
    const next = tabs[targets[event.key]?.(index, tabs.length) ?? -1]
    if (!next) return
    event.preventDefault()
    choose(next.id)
    document.getElementById(tabId(next.id))?.focus()
  }

  return (
    <>
      <div className={listClass}>
        <div role="tablist" aria-label={label} className={tabLook.list} onKeyDown={moveByKey}>
          {tabs.map(({ id, label: text }) => (
            <a
              key={id}
              href={`#${id}`}
              role="tab"
              id={tabId(id)}
              aria-controls={id}
              aria-selected={id === active}
              tabIndex={id === active ? 0 : -1}
              data-state={id === active ? 'active' : 'inactive'}
              className={tabLook.tab}
              onClick={(event) => chooseByClick(event, id)}
            >
              {text}
            </a>
          ))}
        </div>
      </div>
      {tabs.map(({ id, content }) => (
        <div
          key={id}
          role="tabpanel"
          id={id}
          aria-labelledby={tabId(id)}
          tabIndex={0}
          data-state={id === active ? 'active' : 'inactive'}
          className={`scroll-mt-14 target:focus-visible:shadow-none target:focus-visible:outline-none ${tabLook.panel} ${panelClass}`}
        >
          {content}
        </div>
      ))}
    </>
  )
}

const tabId = (id: string) => `tab-${id}`

/** The tab that a key moves to from `index`. */
const targets: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
  // The space key does not activate a link; it would scroll the page.
  ' ': (index) => index,
}

function chooseByClick(event: MouseEvent, id: string) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  choose(id)
}

/**
 * Replaces the address without the router, which would re-render forms that are not hydrated yet.
 */
function choose(id: string) {
  window.history.replaceState(window.history.state, '', `#${id}`)
  window.dispatchEvent(new Event('hashchange'))
}

/** The fragment of the address; none in the page's HTML. */
function useFragment(): string {
  // The router changes the address without an event.
  useLocation()
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => '',
  )
}

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
