import { NativeSelect } from '@/shared/ui/native-select'
import type { Resource } from '../core/define-resource'
import { firstSort, type ListControls } from '../core/list-state'

interface ListViewsProps {
  resource: Resource
  controls: ListControls
  /** How many rows are in a view, or in the whole list, where that is known */
  countOf: (view: string | undefined) => number | undefined
  /** On a phone they are options. */
  isSelect: boolean
}

/** The views of a list, and Everything. Each opens with its own sort order. */
export function ListViews({ resource, controls, countOf, isSelect }: ListViewsProps) {
  const { list, change } = controls
  const open = list.filters.view ?? ''
  function show(view: string) {
    const filters = { ...list.filters, view }
    change({ filters, sort: firstSort(resource, filters) })
  }
  const views = Object.entries(resource.views ?? {}).filter(
    ([name, { isHidden }]) => !isHidden || name === open,
  )
  const options = [['', { label: 'Everything' }] as const, ...views].map(
    ([name, { label }]) =>
      [name, label, countOf(name || undefined)?.toLocaleString('en-US')] as const,
  )
  if (isSelect) {
    return (
      <NativeSelect
        aria-label="View"
        className="min-w-0 flex-1"
        value={open}
        onChange={({ target }) => show(target.value)}
      >
        {options.map(([name, label, count]) => (
          <option key={name} value={name}>
            {label}
            {count && ` (${count})`}
          </option>
        ))}
      </NativeSelect>
    )
  }
  return (
    <div
      role="group"
      aria-label="Views"
      className="fade-edges -mx-1 flex min-w-0 gap-0.5 overflow-x-auto px-1 [scrollbar-width:none]"
    >
      {options.map(([name, label, count]) => (
        <button
          key={name}
          type="button"
          aria-pressed={open === name}
          className="inline-flex min-h-control-sm flex-none items-center gap-1.5 rounded-full px-2 text-sm font-semibold whitespace-nowrap 2xl:px-2.5 text-ink-soft hover:bg-forest-500/12 aria-pressed:bg-forest-700 aria-pressed:text-paper-raised pointer-coarse:min-h-11"
          onClick={() => show(name)}
        >
          {label}
          {count && <span className="text-xs font-normal tabular-nums">{count}</span>}
        </button>
      ))}
    </div>
  )
}
