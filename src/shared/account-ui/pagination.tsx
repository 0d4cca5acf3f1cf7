import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Button } from '@/shared/ui/button'

interface PaginationProps {
  /** From 1 */
  page: number
  /** undefined while unknown */
  pageCount: number | undefined
  hasNext: boolean
  onPageChange: (page: number) => void
}

/** Steps through the pages of a list; nothing where one page holds all. */
export function Pagination({ page, pageCount, hasNext, onPageChange }: PaginationProps) {
  if (page === 1 && !hasNext) return null
  const step = (by: 1 | -1, isPossible: boolean) => ({
    // Not disabled: the button that was just clicked would lose the focus at the end of the list.
    'aria-disabled': !isPossible,
    onClick: () => isPossible && onPageChange(page + by),
  })
  return (
    <nav
      aria-label="Pages"
      className="flex flex-none flex-wrap items-center justify-center gap-3 pt-2 md:justify-end"
    >
      <Button variant="outline" {...step(-1, page > 1)}>
        <ChevronLeft aria-hidden="true" />
        Previous
      </Button>
      <p aria-live="polite" className="text-sm text-ink-soft tabular-nums">
        Page {page.toLocaleString('en-US')}
        {pageCount !== undefined && ` of ${pageCount.toLocaleString('en-US')}`}
      </p>
      <Button variant="outline" {...step(1, hasNext)}>
        Next
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  )
}
