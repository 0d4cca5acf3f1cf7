import { cn } from '@/shared/lib/cn'

interface PageHeaderProps {
  title: string
  /** The open part; the document's title names it first */
  part?: string | undefined
  /** A sentence about the page */
  text?: string
  /** Hidden on a phone. */
  isTight?: boolean
}

/**
 * The title of a screen of the back office, in line with the search and the account. It ends above
 * the focus ring of the next element.
 */
export function PageHeader({ title, part, text, isTight }: PageHeaderProps) {
  return (
    <div
      className={cn(
        '-mx-4 px-4 md:sticky md:top-0 md:z-20 md:-mx-6 md:mb-1 md:flex md:h-12 md:flex-nowrap md:items-baseline md:gap-3 md:bg-paper md:ps-6 md:pe-(--bar) md:pt-3',
        isTight ? 'py-1' : 'mb-2 py-2',
        part && 'flex flex-wrap items-baseline gap-x-2',
      )}
    >
      <title>{part ? `${part} · ${title}` : title}</title>
      <h1 className="flex-none truncate">{title}</h1>
      {part && (
        <p className="flex-none text-lg text-ink-soft">
          <span aria-hidden="true">/ </span>
          {part}
        </p>
      )}
      {text && (
        <p
          className={cn('min-w-0 text-sm text-ink-soft md:truncate', isTight && 'max-md:hidden')}
          title={text}
        >
          {text}
        </p>
      )}
    </div>
  )
}
