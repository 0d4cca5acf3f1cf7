import type { ReactNode } from 'react'
import { readSingleKeys } from '@/shared/lib/single-keys'
import type { KeyLine } from './page-help'

export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="min-w-6 rounded border border-line-strong bg-paper-raised px-1.5 text-center font-mono text-xs text-ink">
      {children}
    </kbd>
  )
}

/**
 * Shown beside the key's action, where there is a keyboard and single keys are on; screen readers
 * hear `aria-keyshortcuts`.
 */
export function KeyHint({ children }: { children: ReactNode }) {
  return (
    readSingleKeys() && (
      <span aria-hidden="true" className="pointer-coarse:hidden">
        <Key>{children}</Key>
      </span>
    )
  )
}

/** Keys, and what they do */
export function KeyList({ keys: listed }: { keys: readonly KeyLine[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2 text-sm">
      {listed.map(({ keys, does }) => (
        <div key={does} className="contents">
          <dt className="flex flex-wrap gap-1">
            {keys.map((key) => (
              <Key key={key}>{key}</Key>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}
