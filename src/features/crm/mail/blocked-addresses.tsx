import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '@/shared/lib/format-date'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Loading } from '@/shared/account-ui/loading'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/field'
import { unblock, blockedQuery, type Blocked } from './mail-queries'
import { Panel } from '@/shared/account-ui/panel'
import { lazyPart } from '@/shared/account-ui/lazy-part'

const QuestionDialog = lazyPart(() => import('@/shared/account-ui/question-dialog'))

const reasons: Readonly<Record<string, string>> = {
  bounced: 'Does not exist or refused our mail',
  complained: 'Its owner marked our mail as spam',
  unsubscribed: 'Unsubscribed: gets no newsletters or campaigns',
}

const DEBOUNCE_MS = 300

export function BlockedAddresses() {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim().toLowerCase(), DEBOUNCE_MS)
  const [asked, setAsked] = useState<Blocked>()
  const query = useQuery(blockedQuery(search))
  const { data } = query

  return (
    <Panel
      title="Blocked addresses"
      text="We no longer email these addresses. Unblock one only if you know its owner wants that."
    >
      <div className="grid gap-3">
        <Field
          label="Search addresses"
          className="max-w-sm"
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {data ? (
          data.length > 0 ? (
            <ul aria-label="Blocked addresses" className="divide-y divide-line">
              {data.map((one) => (
                <li
                  key={`${one.reason} ${one.address}`}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2"
                >
                  <div className="min-w-0 flex-1 basis-64">
                    <p className="font-semibold break-words">{one.address}</p>
                    <p className="text-sm break-words text-ink-soft">
                      {reasons[one.reason] ?? one.reason}, since{' '}
                      <time dateTime={one.created_at}>{formatDate(one.created_at)}</time>
                      {one.detail && `: ${one.detail}`}
                    </p>
                  </div>
                  <Button
                    variant="outline"
                    size="sm"
                    aria-label={`Unblock ${one.address}`}
                    onClick={() => setAsked(one)}
                  >
                    Unblock
                  </Button>
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-ink-soft">
              {search ? 'No matches' : 'No address is blocked. A bounce or a complaint blocks one.'}
            </p>
          )
        ) : (
          <Loading query={query} what="The addresses" label="Loading addresses..." />
        )}
        {data?.length === 50 && (
          <p className="text-sm text-ink-soft">These are the last fifty. Search for others.</p>
        )}
      </div>
      {asked && <UnblockQuestion of={asked} onClose={() => setAsked(undefined)} />}
    </Panel>
  )
}

function UnblockQuestion({
  of: { address, reason },
  onClose,
}: {
  of: Blocked
  onClose: () => void
}) {
  const unblocking = useMutation(unblock)
  return (
    <QuestionDialog
      title={`Write to ${address} again?`}
      description={`${reasons[reason] ?? reason}. Mail providers hold emails like that against you.`}
      yes="Unblock it"
      isPending={unblocking.isPending}
      onYes={() => unblocking.mutate({ address, reason }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
