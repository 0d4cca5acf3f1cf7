import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Button } from './button'

export interface PaginationProps {
  /** From 1 */
  page: number
  pageCount: number
  onPageChange: (page: number) => void
}

/** Steps through the pages of a list; nothing where one page holds all. */
export function Pagination({ page, pageCount, onPageChange }: PaginationProps) {
  if (pageCount <= 1 && page === 1) return null
  return (
    <nav aria-label="Pages" className="mt-8 flex flex-wrap items-center justify-center gap-4">
      <Button variant="outline" disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
        <ChevronLeft aria-hidden="true" />
        Previous
      </Button>
      <p aria-live="polite">
        Page {page.toLocaleString('en-US')} of {Math.max(pageCount, 1).toLocaleString('en-US')}
      </p>
      <Button variant="outline" disabled={page >= pageCount} onClick={() => onPageChange(page + 1)}>
        Next
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  )
}
