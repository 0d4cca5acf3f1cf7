import type { ReactNode } from 'react'
import { cn } from '@/shared/lib/cn'

interface ScrollRowProps {
  label: string
  /** Of the list: its columns where the screen has room for all */
  className: string
  isOrdered?: boolean
  /** List items */
  children: ReactNode
}

/** On a phone a row to swipe, whose next item shows at the edge; on wider screens a grid. */
export function ScrollRow({ label, className, isOrdered = false, children }: ScrollRowProps) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <div
      role="group"
      aria-label={label}
      ref={stopWhereItScrolls}
      className="-mx-5 max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-5 max-sm:overflow-x-auto max-sm:overscroll-x-contain sm:mx-0"
    >
      <List
        className={cn(
          'grid gap-4 px-5 py-1 max-sm:w-max max-sm:grid-flow-col sm:gap-6 sm:px-0 max-sm:[&>li]:snap-start',
          className,
        )}
      >
        {children}
      </List>
    </div>
  )
}

/** Where it does not scroll, Tab skips it. */
function stopWhereItScrolls(row: HTMLDivElement | null) {
  if (row && row.scrollWidth > row.clientWidth) row.tabIndex = 0
}
