import ListFilter from 'lucide-react/icons/list-filter'
import { useState, type ReactNode } from 'react'
import { optionLabel } from '@/shared/lib/option-label'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Field, FieldGroup } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { NativeSelect } from '@/shared/ui/native-select'
import { Options } from '@/shared/account-ui/options'
import type { Resource } from '../core/define-resource'
import { ColumnList } from './columns-dialog'
import type { Columns } from './use-columns'
import { dayFilters, sortText, toSort, type ListState } from '../core/list-state'

interface ListFiltersProps {
  resource: Resource
  list: ListState
  change: (part: Partial<ListState>) => void
}

/** The filters of a list, in a line: each shows its name where nothing is chosen. */
export function ListFilters(props: ListFiltersProps) {
  const isDay = ({ key }: Filter) => dayFilters.some((day) => day === key)
  const days = filtersOf(props).filter(isDay)
  return (
    <>
      {filtersOf(props)
        .filter((filter) => !isDay(filter))
        .map(({ key, label, control }) => (
          <span key={key}>{control({ 'aria-label': label })}</span>
        ))}
      {days.length > 0 && (
        <span className="flex items-center gap-2">
          {days.map(({ key, label, control }) => (
            <span key={key} className="flex items-center gap-1.5">
              <span aria-hidden="true" className="text-sm text-ink-soft">
                {label}
              </span>
              {control({ 'aria-label': label })}
            </span>
          ))}
        </span>
      )}
    </>
  )
}

interface FilterSheetProps {
  /** The purpose of the filters, in a sentence */
  description: string
  /** How many filters narrow the list */
  active: number
  onClear: () => void
  /** Its button is an icon. */
  isTight?: boolean
  children: ReactNode
}

/** The filters that a phone has no room for beside the list. */
export function FilterSheet(props: FilterSheetProps) {
  const { description, active, onClear, isTight, children } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <Button variant={isTight ? 'ghost' : 'outline'} onClick={() => setIsOpen(true)}>
        <ListFilter aria-hidden="true" />
        <span>
          <span className={isTight ? 'sr-only' : undefined}>Filters</span>
          {active > 0 && ` (${active})`}
        </span>
      </Button>
      <DialogContent side="bottom" title="Filters" description={description} descriptionHidden>
        <div className="grid gap-4">{children}</div>
        <DialogFooter>
          <Button variant="outline" onClick={onClear}>
            Clear
          </Button>
          <DialogClose>Show</DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

interface ListFilterSheetProps extends ListFiltersProps {
  /** Where the list has a table */
  columns: Columns | undefined
}

/** The filters of a list, its order and its columns. */
export function ListFilterSheet(props: ListFilterSheetProps) {
  const { resource, list, change, columns } = props
  const sortable = resource.columns.filter(({ sortable }) => sortable)

  return (
    <FilterSheet
      description={`Filter and sort ${resource.label.many}`}
      active={Object.keys(list.filters).length}
      onClear={() => change({ filters: {} })}
    >
      {filtersOf(props).map(({ key, label, control }) => (
        <Field key={key} label={label}>
          {control}
        </Field>
      ))}
      {sortable.length > 0 && (
        <Field
          label="Sort by"
          as={NativeSelect}
          value={sortText(list.sort)}
          onChange={({ target }) => change({ sort: toSort(target.value) })}
        >
          {sortable.flatMap(({ key, header }) => [
            <option key={key} value={key}>
              {header}, ascending
            </option>,
            <option key={`-${key}`} value={`-${key}`}>
              {header}, descending
            </option>,
          ])}
        </Field>
      )}
      {columns && (
        <FieldGroup legend="Columns">
          <ColumnList resource={resource} columns={columns} />
        </FieldGroup>
      )}
    </FilterSheet>
  )
}

interface Filter {
  key: string
  label: string
  /** Given what names it */
  control: (props: { id?: string; 'aria-label'?: string }) => ReactNode
}

function filtersOf({ resource, list, change }: ListFiltersProps): Filter[] {
  const setFilter = (key: string) => (event: { target: { value: string } }) =>
    change({ filters: { ...list.filters, [key]: event.target.value } })
  return [
    ...Object.entries(resource.filters ?? {}).map(([key, options]) => ({
      key,
      label: filterLabel(resource, key),
      control: (props: object) => (
        <NativeSelect
          {...props}
          className="md:max-w-40"
          value={list.filters[key] ?? ''}
          onChange={setFilter(key)}
        >
          <option value="">{filterLabel(resource, key)}: all</option>
          <Options values={options} labelOf={resource.filterLabel} />
        </NativeSelect>
      ),
    })),
    ...(resource.days ? dayFilters : []).map((key) => ({
      key,
      label: optionLabel(key),
      control: (props: object) => (
        <Input {...props} type="date" value={list.filters[key] ?? ''} onChange={setFilter(key)} />
      ),
    })),
  ]
}

/** The header of its column */
const filterLabel = ({ columns }: Resource, key: string) =>
  columns.find((column) => column.key === key)?.header ?? optionLabel(key)
