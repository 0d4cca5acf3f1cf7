import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import * as RadixTabs from '@radix-ui/react-tabs'
import { cn } from '@/shared/lib/cn'
import { revealTab } from '@/shared/ui/reveal-tab'
import { tabLook } from '@/shared/ui/tab-look'

/** Uncontrolled with `defaultValue`, or controlled with `value` and `onValueChange`. */
export const Tabs = RadixTabs.Root

interface TabsListProps {
  'aria-label': string
  children: ReactNode
}

/** One row of tabs, which scrolls on a narrow screen. */
export function TabsList(props: TabsListProps) {
  const list = useRef<HTMLDivElement>(null)

  // The open tab may lie outside a narrow screen: opened by an address, or pushed there by figures
  // that arrive later.
  const revealed = useRef({ id: '', width: 0, left: 0 })
  useEffect(() => {
    const strip = list.current!
    const active = strip.querySelector<HTMLElement>('[role="tab"][data-state="active"]')
    if (!active) return
    const { id, width, left } = revealed.current
    // A tab list that the user has scrolled keeps its position when a count changes.
    const isAsLeft = strip.scrollWidth === width || strip.scrollLeft !== left
    if (active.id === id && isAsLeft) return
    revealTab(active)
    revealed.current = { id: active.id, width: strip.scrollWidth, left: strip.scrollLeft }
  })

  return (
    <RadixTabs.List
      {...props}
      ref={list}
      onFocus={(event) => {
        if (event.target !== event.currentTarget) revealTab(event.target)
      }}
      className={tabLook.list}
    />
  )
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof RadixTabs.Trigger>) {
  return <RadixTabs.Trigger {...props} className={cn(tabLook.tab, className)} />
}

export function TabsContent({ className, ...props }: ComponentProps<typeof RadixTabs.Content>) {
  return <RadixTabs.Content {...props} className={cn('pt-6', tabLook.panel, className)} />
}
