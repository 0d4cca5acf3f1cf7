import type { ReactNode } from 'react'

/** The class of the `dl` around entries. */
export const entries = 'grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2.5'

export function Entry({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd dir="auto" className="min-w-0 break-words whitespace-pre-wrap">
        {children}
      </dd>
    </>
  )
}
