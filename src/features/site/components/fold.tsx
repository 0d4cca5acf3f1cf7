import type { ReactNode } from 'react'

interface FoldProps {
  title: string
  children: ReactNode
}

/** Content that a click on its title folds out; on paper it is open. */
export function Fold({ title, children }: FoldProps) {
  return (
    <details className="group border-b border-line-strong">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 py-2 font-semibold text-forest-800 hover:text-clay-700 [&::-webkit-details-marker]:hidden">
        {title}
        <span aria-hidden="true" className="text-lg">
          <span className="group-open:hidden">+</span>
          <span className="hidden group-open:block">–</span>
        </span>
      </summary>
      <div className="pb-5">{children}</div>
    </details>
  )
}
