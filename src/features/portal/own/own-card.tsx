import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Loading } from '@/shared/account-ui/loading'
import { Button } from '@/shared/ui/button'
import { Panel } from '@/shared/account-ui/panel'

interface OwnCardProps<Data> {
  title: string
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}

/** A part of the supporter's own page, with its query's data. */
export function OwnCard<Data>({ title, query, children }: OwnCardProps<Data>) {
  return (
    <Panel title={title}>
      {query.data !== undefined ? (
        children(query.data)
      ) : (
        <Loading query={query} what="This" className="my-6" />
      )}
    </Panel>
  )
}

interface ShortListProps<Entry> {
  entries: readonly Entry[]
  /** The number shown at first */
  first: number
  label: string
  children: (entry: Entry, index: number) => ReactNode
}

/** The start of a list; a click shows all of it. */
export function ShortList<Entry>({ entries, first, label, children }: ShortListProps<Entry>) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {(isWhole ? entries : entries.slice(0, first)).map((entry, index) => (
          <li key={index} className="py-3 first:pt-0 last:pb-0">
            {children(entry, index)}
          </li>
        ))}
      </ul>
      {!isWhole && entries.length > first && (
        <Button variant="outline" className="mt-4" onClick={() => setWhole(true)}>
          Show all {entries.length}
        </Button>
      )}
    </>
  )
}
