import { useMutation, useQuery } from '@tanstack/react-query'
import { formatDate } from '@/shared/lib/format-date'
import { Button } from '@/shared/ui/button'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { mergesQuery, undoMerge, type PersonTable } from './merge-queries'

/** Recent merges into a row, each with a button to undo it. */
export function MergedHere({ table, id }: { table: PersonTable; id: string }) {
  const merges = useQuery(mergesQuery(table, id))
  const undo = useMutation(undoMerge(table))
  if (merges.isError) {
    return (
      <LoadFailure title="Merged records could not be loaded." query={merges} className="mb-4" />
    )
  }
  if (!merges.data || merges.data.length === 0) return null
  return (
    <ul aria-label="Merged" className="mb-5 grid gap-2 border-b border-line pb-5">
      {merges.data.map(({ id: merge, merged_name: name, actor_name, created_at }) => (
        <li key={merge} className="flex items-center justify-between gap-3">
          <span className="min-w-0 break-words" dir="auto">
            {name} was merged into this one
            <span className="block text-sm text-ink-soft">
              {formatDate(created_at)} by {actor_name ?? 'someone'}
            </span>
          </span>
          <Button
            variant="outline"
            size="sm"
            aria-label={`Undo the merge of ${name}`}
            loading={undo.isPending && undo.variables.id === merge}
            disabled={undo.isPending}
            onClick={() => undo.mutate({ id: merge, name })}
          >
            Undo
          </Button>
        </li>
      ))}
    </ul>
  )
}
