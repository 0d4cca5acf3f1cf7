import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useState, type ReactNode } from 'react'
import { formatDateTime } from '@/shared/lib/format-date'
import { Button } from '@/shared/ui/button'
import { Loading } from '@/shared/account-ui/loading'
import { SensitiveBadge } from '@/shared/account-ui/sensitive-badge'
import type { Resource } from '../core/define-resource'
import { NotGiven } from '../list/resource-table'
import { shown } from './changes'
import { entries, Entry } from './entry'
import { openedKey, openedQuery, openingsQuery, openRecord } from '../core/openings'

interface ProtectedFieldsProps {
  resource: Resource
  id: string
}

/** The protected fields of a record, which a click opens, and the people who opened them. */
export function ProtectedFields({ resource, id }: ProtectedFieldsProps) {
  const { table, fields = {}, protected: columns = [] } = resource
  const client = useQueryClient()
  const { data: opened } = useQuery(openedQuery(table, id))
  const opening = useMutation(openRecord(resource, id))
  const open = () =>
    opening.mutate(undefined, {
      onSuccess: (values) => client.setQueryData(openedKey(table, id), values),
    })
  return (
    <section aria-label="Protected fields" className="mt-4 grid gap-3">
      {opened ? (
        <SensitiveBox>
          <dl className={entries}>
            {columns.map((key) => (
              <Entry key={key} label={fields[key]?.label}>
                {opened[key] == null ? <NotGiven /> : shown(key, opened[key])}
              </Entry>
            ))}
          </dl>
        </SensitiveBox>
      ) : (
        <OpenButton isOpening={opening.isPending} onOpen={open} />
      )}
      <OpenedBy resource={resource} id={id} />
    </section>
  )
}

/** Marks opened fields. */
export function SensitiveBox({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="grid gap-2.5 rounded-control border border-tone-orange-ink/30 bg-tone-orange-soft/40 px-3 py-2.5"
    >
      <div>
        <SensitiveBadge />
      </div>
      {children}
    </div>
  )
}

interface OpenButtonProps {
  isOpening: boolean
  onOpen: () => void
  children?: ReactNode
}

/** Opens the protected fields, and says that this is recorded. */
export function OpenButton({ isOpening, onOpen, children }: OpenButtonProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button variant="outline" size="sm" loading={isOpening} onClick={onOpen}>
        {children ?? (
          <>
            <LockKeyhole aria-hidden="true" />
            Show protected fields
          </>
        )}
      </Button>
      <p className="text-xs text-ink-soft">Opening them is recorded.</p>
    </div>
  )
}

function OpenedBy({ resource, id }: ProtectedFieldsProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="min-h-control cursor-pointer py-1.5 text-sm font-semibold">
        Opened by
      </summary>
      {isOpen && <Openings resource={resource} id={id} />}
    </details>
  )
}

function Openings({ resource, id }: ProtectedFieldsProps) {
  const openings = useQuery(openingsQuery(resource.table, id))
  if (openings.isError || !openings.data) {
    return <Loading query={openings} what="The openings" className="my-4" />
  }
  if (openings.data.length === 0) {
    return <p className="py-1 text-sm text-ink-soft">No one has opened them in the last year.</p>
  }
  return (
    <ol className="grid gap-2.5 py-1 text-sm">
      {openings.data.map(({ actor_name, opened_at, reason }) => (
        <li key={`${opened_at} ${actor_name}`} className="min-w-0 break-words" dir="auto">
          {actor_name ?? 'Someone'}
          {reason !== null && `, in an export: ${reason}`}
          <time dateTime={opened_at} className="block text-ink-soft">
            {formatDateTime(opened_at)}
          </time>
        </li>
      ))}
    </ol>
  )
}
