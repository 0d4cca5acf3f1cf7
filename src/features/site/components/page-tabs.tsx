import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { revealTab } from '@/shared/ui/reveal-tab'
import { tabLook } from '@/shared/ui/tab-look'

interface PageTab {
  id: string
  label: string
  content: ReactNode
}

interface PageTabsProps {
  /** What the tabs divide. */
  label: string
  tabs: readonly [PageTab, ...PageTab[]]
  listClass?: string
  panelClass?: string
}

/**
 * The tabs of a public page, all of whose panels are in its HTML; without scripts every one of them is
 * shown. They follow the tabs pattern of the ARIA Authoring Practices Guide: one stop of the Tab key,
 * from which arrows, Home and End move and choose.
 */
export function PageTabs({ label, tabs, listClass, panelClass = '' }: PageTabsProps) {
  const prefix = useId()
  const [active, setActive] = useState(tabs[0].id)
  const tabId = (id: string) => `${prefix}tab-${id}`
  const panelId = (id: string) => `${prefix}panel-${id}`

  function moveByKey(event: KeyboardEvent<HTMLElement>) {
    const target = targets[event.key]?.(
      tabs.findIndex(({ id }) => id === active),
      tabs.length,
    )
    const next = target === undefined ? undefined : tabs[target]
    if (!next) return
    event.preventDefault()
    setActive(next.id)
    document.getElementById(tabId(next.id))?.focus()
  }

  return (
    <>
      <div className={listClass}>
        <div
          role="tablist"
          aria-label={label}
          className={tabLook.list}
          onKeyDown={moveByKey}
          onFocus={(event) => revealTab(event.target)}
        >
          {tabs.map(({ id, label: text }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={tabId(id)}
              aria-controls={panelId(id)}
              aria-selected={id === active}
              tabIndex={id === active ? 0 : -1}
              data-state={id === active ? 'active' : 'inactive'}
              className={tabLook.tab}
              onClick={() => setActive(id)}
            >
              {text}
            </button>
          ))}
        </div>
      </div>
      {tabs.map(({ id, content }) => (
        <div
          key={id}
          role="tabpanel"
          id={panelId(id)}
          aria-labelledby={tabId(id)}
          tabIndex={0}
          data-state={id === active ? 'active' : 'inactive'}
          className={`${tabLook.panel} ${panelClass}`}
        >
          {content}
        </div>
      ))}
    </>
  )
}

/** Where a key leads from the tab at `index`. */
const targets: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
}
