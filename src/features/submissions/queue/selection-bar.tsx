import { useRef, type ReactNode } from 'react'
import { Button } from '@/shared/ui/button'
import { Checkbox } from '@/shared/ui/checkbox'
import { cn } from '@/shared/lib/cn'
import { NativeSelect } from '@/shared/ui/native-select'
import { Options } from '@/shared/account-ui/options'
import type { Resource } from '@/engine/core/define-resource'
import type { ListPage } from '@/engine/list/use-list-page'
import { AssigneeOptions } from './assignees'
import {
  commonStatuses,
  type SubmissionKind,
  type SubmissionStatus,
} from '@/shared/submissions/kinds'
import { QueueExport } from './queue-export'
import type { Submission } from '@/features/submissions/common/queues'

interface SelectionBarProps {
  resource: Resource
  kind: SubmissionKind | undefined
  rows: readonly Submission[]
  selected: readonly Submission[]
  listed: ListPage
  onSelect: (ids: readonly string[], isSelected: boolean) => void
  onStatus: (status: SubmissionStatus) => void
  onAssign: (assignee: string | null) => void
  /** Replaces the number while nothing is selected */
  toolbar?: ReactNode
}

/** Above the rows: their number, or the actions for the selected ones. */
export function SelectionBar(props: SelectionBarProps) {
  const { resource, kind, rows, selected, listed, onSelect, onStatus, onAssign, toolbar } = props
  const ids = selected.map(({ id }) => id)
  const selectAll = useRef<HTMLInputElement>(null)
  return (
    <div
      data-tight
      className="flex min-h-8 flex-none flex-wrap items-center gap-x-1 border-b border-line bg-paper-sunken pe-1 text-sm max-md:min-h-11 xl:gap-x-1.5 xl:pe-2"
    >
      <label className="grid w-9 flex-none cursor-pointer place-items-center self-stretch pointer-coarse:min-h-11 pointer-coarse:w-12">
        <span className="sr-only">Select all on this page</span>
        <Checkbox
          ref={selectAll}
          className="size-4.5! rounded-sm! before:size-2.5!"
          disabled={rows.length === 0}
          checked={rows.length > 0 && selected.length === rows.length}
          onChange={({ target }) =>
            onSelect(
              rows.map(({ id }) => id),
              target.checked,
            )
          }
        />
      </label>
      <p
        role="status"
        className={cn(
          'whitespace-nowrap text-ink-soft max-md:text-xs',
          selected.length === 0 && toolbar ? 'sr-only' : 'me-auto',
        )}
      >
        {selected.length > 0 ? `${selected.length} selected` : listed.countText}
      </p>
      {selected.length === 0 && toolbar}
      {selected.length > 0 && (
        <>
          <Button
            variant="ghost"
            size="sm"
            className="px-1! xl:px-1.5!"
            onClick={() => {
              onSelect(ids, false)
              selectAll.current?.focus()
            }}
          >
            Clear
          </Button>
          <NativeSelect
            className={action}
            aria-label="Status of the selected"
            value=""
            savesAtOnce
            onChange={({ target }) => onStatus(target.value as SubmissionStatus)}
          >
            <option value="" disabled>
              Status
            </option>
            <Options values={commonStatuses(selected.map((one) => one.kind))} />
          </NativeSelect>
          <NativeSelect
            data-key="a"
            className={action}
            aria-label="Assignee of the selected"
            value=""
            savesAtOnce
            onChange={({ target }) => onAssign(target.value === 'none' ? null : target.value)}
          >
            <option value="" disabled>
              Assign
            </option>
            <option value="none">Unassigned</option>
            <AssigneeOptions />
          </NativeSelect>
          <QueueExport
            resource={resource}
            kind={kind}
            of={ids}
            total={ids.length}
            all={listed.total}
          />
        </>
      )}
    </div>
  )
}

/** As wide as its label, not as its options */
const action =
  'w-18 flex-none xl:w-21 *:[select]:ps-1.5 *:[select]:pe-4.5 *:[select]:text-sm *:[svg]:end-1 *:[svg]:w-4'
