import { useQuery } from '@tanstack/react-query'
import type { ListControls } from '@/engine/core/list-state'
import { coveringQuery } from '@/shared/auth/covers'
import { Button } from '@/shared/ui/button'

/** For each colleague whom the user covers today, a view of what is assigned to them. */
export function CoveringViews({ controls }: { controls: ListControls }) {
  const { list, change } = controls
  const { data: covering = [] } = useQuery(coveringQuery)
  return covering.map(({ account_id, account, submissions }) => {
    const isOn = list.filters.view === 'open' && list.filters.assignee_id === account_id
    return (
      <Button
        key={account_id}
        variant={isOn ? 'primary' : 'outline'}
        aria-pressed={isOn}
        onClick={() =>
          change({
            filters: {
              ...list.filters,
              view: isOn ? '' : 'open',
              assignee_id: isOn ? '' : account_id,
            },
          })
        }
      >
        Covering {account} ({submissions.toLocaleString('en-US')})
      </Button>
    )
  })
}
