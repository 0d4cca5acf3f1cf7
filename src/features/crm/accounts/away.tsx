import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { coversQuery } from '@/shared/auth/covers'
import { formatDay } from '@/shared/lib/format-date'
import { Button } from '@/shared/ui/button'
import { endCover } from './away-queries'

const AwayDialog = lazyPart(() => import('./away-dialog'))

interface AwayProps {
  account: string
  /** The account's name, in the panel of a colleague; without it the account is the user's own. */
  name?: string | undefined
}

/** When an account is away and who covers, to set and to end. */
export function Away({ account, name }: AwayProps) {
  const query = useQuery(coversQuery)
  const ending = useMutation(endCover)
  const [isSetting, setSetting] = useState(false)
  const own = query.data?.filter(({ account_id }) => account_id === account) ?? []
  return (
    <div className="grid gap-3">
      {query.isLoadingError && (
        <LoadFailure title="The absences could not be loaded." query={query} />
      )}
      {own.length > 0 ? (
        <ul className="grid gap-2">
          {own.map(({ id, starts_on, ends_on, cover, is_now }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 break-words">
                {is_now
                  ? `Away until ${formatDay(ends_on)}`
                  : `Away from ${formatDay(starts_on)} to ${formatDay(ends_on)}`}
                , covered by {cover}
              </span>
              <Button
                variant="outline"
                size="sm"
                loading={ending.isPending && ending.variables === id}
                onClick={() => ending.mutate(id)}
              >
                {is_now ? 'End now' : 'Take back'}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">
          {name
            ? 'No absence is noted.'
            : 'Note when you are away: a colleague sees your due work where they may read it, and also gets your emails about it. Nothing is reassigned.'}
        </p>
      )}
      <div>
        <Button variant="outline" onClick={() => setSetting(true)}>
          Away…
        </Button>
      </div>
      {isSetting && <AwayDialog account={account} name={name} onClose={() => setSetting(false)} />}
    </div>
  )
}
