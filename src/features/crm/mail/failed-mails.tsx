import { useMutation, useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { Loading } from '@/shared/account-ui/loading'
import { Button } from '@/shared/ui/button'
import { failedQuery, retryMail } from './mail-queries'
import { Panel } from '@/shared/account-ui/panel'

export function FailedMails() {
  const query = useQuery(failedQuery)
  const retry = useMutation(retryMail)
  const { data } = query
  return (
    <Panel title="Failed emails" text="The last fifty, newest first.">
      {data ? (
        data.length > 0 ? (
          <ul className="divide-y divide-line">
            {data.map(({ id, recipient, kind, error, failed_at, is_delayed, may_retry }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <div className="min-w-0 flex-1 basis-64">
                  <p className="font-semibold break-words">
                    {recipient || 'Address no longer kept'}
                  </p>
                  <p className="text-sm break-words text-ink-soft">
                    {optionLabel(kind)},{' '}
                    <time dateTime={failed_at}>{formatDateTime(failed_at)}</time>
                    {is_delayed ? ': not delivered yet' : null}
                    {error && `: ${error}`}
                  </p>
                </div>
                {may_retry && (
                  <Button
                    variant="outline"
                    size="sm"
                    aria-label={`Try again: ${recipient}, ${optionLabel(kind)}`}
                    loading={retry.isPending && retry.variables.id === id}
                    onClick={() => retry.mutate({ id, recipient })}
                  >
                    Try again
                  </Button>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-soft">Nothing failed.</p>
        )
      ) : (
        <Loading query={query} what="Failed emails" label="Loading failed emails..." />
      )}
    </Panel>
  )
}
