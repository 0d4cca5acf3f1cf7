import { useQuery } from '@tanstack/react-query'
import { formatDay } from '@/shared/lib/format-date'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Loading } from '@/shared/account-ui/loading'
import { dueQuery, type Rule } from './retention-queries'

/** Shows the rows that the rules would delete now, and deletes none. */
export function DuePreview({ rules, onClose }: { rules: readonly Rule[]; onClose: () => void }) {
  const query = useQuery({ ...dueQuery, staleTime: 0 })
  const due = rules.flatMap((rule) => {
    const found = query.data?.find((one) => one.rule === rule.rule)
    return found && found.due > 0 ? [{ ...rule, ...found }] : []
  })
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Preview"
        description="What would be deleted today. Nothing is deleted yet."
      >
        {query.isError || query.isFetching ? (
          <Loading
            query={query}
            title="The data to delete could not be counted."
            label="Counting..."
            className="my-6"
          />
        ) : due.length > 0 ? (
          <ul aria-label="Due today" className="divide-y divide-line">
            {due.map(({ rule, title, due: count, oldest, newest, is_cleared }) => (
              <li key={rule} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span className="font-semibold">{title}</span>
                <span className="tabular-nums">
                  {count.toLocaleString('en-US')} {is_cleared ? 'to clear' : 'to delete'}
                </span>
                <span className="basis-full text-sm text-ink-soft">
                  {oldest === newest
                    ? `From ${formatDay(oldest)}`
                    : `From ${formatDay(oldest)} to ${formatDay(newest)}`}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-soft">Nothing is due.</p>
        )}
        <DialogFooter>
          <DialogClose variant="outline">Close</DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
