import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { formatDateTime } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import type { RowDialogProps } from '@/engine/core/define-resource'
import { ExportButton } from '@/engine/list/export-button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { Input } from '@/shared/ui/input'
import { Loading } from '@/shared/account-ui/loading'
import { NativeSelect } from '@/shared/ui/native-select'
import { Pagination } from '@/shared/account-ui/pagination'
import { StatusBadge } from '@/shared/account-ui/status-badge'
import type { Campaign } from './campaign'
import {
  allFailures,
  OUTCOMES_PER_PAGE,
  outcomesQuery,
  outcomeStates,
  progressQuery,
} from './campaign-queries'

export function OutcomesDialog({ row: campaign, onClose }: RowDialogProps<Campaign>) {
  const { data: progress } = useQuery(progressQuery(campaign.id))
  const [state, setState] = useState('')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const asked = useDeferredValue(search)
  const outcomes = useQuery(outcomesQuery(campaign.id, { state, search: asked, page }))
  const rows = outcomes.data
  const total = rows?.[0]?.total ?? 0

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="lg"
        title="Outcomes"
        description={
          progress?.addresses_shown !== false
            ? `The outcome of each email of “${campaign.name}”`
            : `The outcome of each email of “${campaign.name}”. Addresses are masked because you don’t have access to this audience.`
        }
      >
        <div className="mb-4 flex flex-wrap gap-2">
          {progress?.addresses_shown && (
            <Input
              type="search"
              aria-label="Search addresses"
              placeholder="Search addresses"
              autoComplete="off"
              maxLength={200}
              className="min-w-40 flex-1 basis-0"
              value={search}
              onChange={({ target }) => {
                setSearch(target.value)
                setPage(1)
              }}
            />
          )}
          <NativeSelect
            aria-label="Outcome"
            className="min-w-40"
            value={state}
            onChange={({ target }) => {
              setState(target.value)
              setPage(1)
            }}
          >
            <option value="">All outcomes</option>
            {outcomeStates.map((one) => (
              <option key={one} value={one}>
                {optionLabel(one)}
                {progress && ` (${progress[one].toLocaleString('en-US')})`}
              </option>
            ))}
          </NativeSelect>
          <ExportButton
            label="Export failures"
            table="email_campaigns"
            filters={{ campaign: campaign.name, outcome: 'failed' }}
            total={progress?.failed}
            rows={(signal) => allFailures(campaign.id, signal)}
            failure={{ title: 'Failed to export failures' }}
          />
        </div>
        {!rows ? (
          <Loading query={outcomes} what="The outcomes" className="my-10" />
        ) : rows.length === 0 ? (
          <p className="py-6 text-ink-soft">
            {state || search ? 'No matches' : 'No outcomes were recorded.'}
          </p>
        ) : (
          <>
            <ul
              aria-label="Outcomes"
              aria-busy={outcomes.isPlaceholderData}
              className="divide-y divide-line rounded-control border border-line bg-paper-raised"
            >
              {rows.map(({ id, recipient, state: became, reason, sent_at }) => (
                <li
                  key={id}
                  className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2"
                >
                  {recipient ? (
                    <span className="break-words">{recipient}</span>
                  ) : (
                    <span className="text-ink-soft">Address no longer kept</span>
                  )}
                  <StatusBadge status={became} />
                  <span className="text-sm break-words text-ink-soft">
                    {reason ? optionLabel(reason) : sent_at && formatDateTime(sent_at)}
                  </span>
                </li>
              ))}
            </ul>
            <Pagination
              page={page}
              pageCount={Math.ceil(total / OUTCOMES_PER_PAGE)}
              hasNext={page * OUTCOMES_PER_PAGE < total}
              onPageChange={setPage}
            />
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}
