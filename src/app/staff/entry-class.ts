import { cn } from '@/shared/lib/cn'

export function entryClass(isCompact: boolean): string {
  return cn(
    'relative flex min-h-control items-center gap-2.5 rounded-control text-sm font-medium text-ink-soft svg:size-4 svg:flex-none',
    'hover:bg-paper-deep/60 hover:text-ink focus-visible:-outline-offset-2',
    'aria-[current=page]:bg-paper-deep aria-[current=page]:font-semibold aria-[current=page]:text-ink',
    'aria-selected:bg-paper-deep aria-selected:font-semibold aria-selected:text-ink',
    isCompact ? 'justify-center px-1' : 'px-2',
  )
}
