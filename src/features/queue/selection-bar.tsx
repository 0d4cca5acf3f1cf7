import { Checkbox } from '@/shared/ui/checkbox'
import { NativeSelect } from '@/shared/ui/native-select'
import type { Resource } from '@/shared/resource/define/define-resource'
import { optionLabel } from '@/shared/lib/option-label'
import { AssigneeOptions } from './assignee-options'
import {
  commonStatuses,
  type SubmissionKind,
  type SubmissionStatus,
} from '@/shared/submissions/kinds'
import { QueueExport } from './queue-export'
import type { Submission } from '@/shared/submissions/queues'

interface SelectionBarProps {
  resource: Resource
  kind: SubmissionKind | undefined
  rows: readonly Submission[]
  selected: readonly Submission[]
  total: number | undefined
  onSelect: (ids: readonly string[], isSelected: boolean) => void
  onStatus: (status: SubmissionStatus) => void
  onAssign: (assignee: string | null) => void
}

/** Above the rows: how many there are, or what to do with those that are selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { resource, kind, rows, selected, total, onSelect, onStatus, onAssign } = props
  const ids = selected.map(({ id }) => id)
  return (
    <div
      data-tight
      className="flex min-h-8 flex-none items-center gap-2 border-b border-line bg-paper-sunken pe-2 text-sm"
    >
      <label className="grid w-9 flex-none cursor-pointer place-items-center self-stretch pointer-coarse:min-h-11 pointer-coarse:w-12">
        <span className="sr-only">Select all on this page</span>
        <Checkbox
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
      <p role="status" className="me-auto whitespace-nowrap text-ink-soft">
        {selected.length > 0
          ? `${selected.length} selected`
          : total !== undefined &&
            `${total.toLocaleString('en-US')} ${total === 1 ? resource.label.one : resource.label.many}`}
      </p>
      {selected.length > 0 && (
        <>
          <NativeSelect
            aria-label="Status of the selected"
            value=""
            savesAtOnce
            onChange={({ target }) => onStatus(target.value as SubmissionStatus)}
          >
            <option value="" disabled>
              Status
            </option>
            {commonStatuses(selected.map((one) => one.kind)).map((status) => (
              <option key={status} value={status}>
                {optionLabel(status)}
              </option>
            ))}
          </NativeSelect>
          <NativeSelect
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
            asked={noFilters}
            total={selected.length}
            all={total}
            narrowedBy={[]}
            ids={ids}
          />
        </>
      )}
    </div>
  )
}

const noFilters = {
  search: '',
  filters: {},
  sort: { key: 'created_at', descending: true },
  page: 1,
}
