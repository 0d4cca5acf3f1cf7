import { useEffect, useRef, type ComponentProps } from 'react'
import * as RadixTabs from '@radix-ui/react-tabs'
import { cn } from '@/shared/lib/cn'

/** Uncontrolled with `defaultValue`, or controlled with `value` and `onValueChange`. */
export function Tabs(props: ComponentProps<typeof RadixTabs.Root>) {
  return <RadixTabs.Root {...props} />
}

export interface TabsListProps extends Omit<ComponentProps<typeof RadixTabs.List>, 'ref'> {
  /** What the tabs divide, for those who cannot see the heading above. */
  'aria-label': string
}

/** One row of tabs that scrolls by itself where the screen is narrow. */
export function TabsList({ className, ...props }: TabsListProps) {
  const list = useRef<HTMLDivElement>(null)

  // A page may open on a tab that lies outside of a narrow screen.
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>('[role="tab"][data-state="active"]')
    if (active) reveal(active)
  }, [])

  return (
    <RadixTabs.List
      {...props}
      ref={list}
      onFocus={(event) => {
        props.onFocus?.(event)
        if (event.target !== event.currentTarget) reveal(event.target)
      }}
      className={cn('ui-tabs-list', className)}
    />
  )
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof RadixTabs.Trigger>) {
  return <RadixTabs.Trigger {...props} className={cn('ui-tab', className)} />
}

/** `forceMount` keeps a closed panel's content in the document, as prerendered pages want it. */
export function TabsContent({ className, ...props }: ComponentProps<typeof RadixTabs.Content>) {
  return <RadixTabs.Content {...props} className={cn('ui-tab-panel', className)} />
}

/** Scrolls the list sideways only: `scrollIntoView` would also move the page. */
function reveal(tab: HTMLElement) {
  const list = tab.closest<HTMLElement>('[role="tablist"]')
  if (!list || list.scrollWidth <= list.clientWidth) return
  const margin = 40
  const start = tab.offsetLeft - list.offsetLeft
  if (start - margin < list.scrollLeft) list.scrollLeft = start - margin
  const end = start + tab.offsetWidth + margin
  if (end > list.scrollLeft + list.clientWidth) list.scrollLeft = end - list.clientWidth
}
