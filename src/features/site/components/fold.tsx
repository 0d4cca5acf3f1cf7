import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'

interface FoldProps {
  title: string
  children: ReactNode
}

/** What a click on its title folds out; on paper it is open. */
export function Fold({ title, children }: FoldProps) {
  return (
    <details className="group border-b border-line-strong">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 py-2 font-semibold text-forest-800 hover:text-clay-700 [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pb-5">{children}</div>
    </details>
  )
}
