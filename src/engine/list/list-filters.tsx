import ListFilter from 'lucide-react/icons/list-filter'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { optionLabel } from '@/shared/lib/option-label'
import { Button } from '@/shared/ui/button'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Field, FieldGroup } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { NativeSelect } from '@/shared/ui/native-select'
import { Options } from '@/shared/account-ui/options'
import type { FilterChoices, Resource, Subset } from '../core/define-resource'
import { ColumnList } from './column-list'
import type { Columns } from './use-columns'
import {
  dayFilters,
  isNumber,
  rangeFilters,
  sortText,
  toSort,
  type ListState,
} from '../core/list-state'

const FilterDialog = lazyPart(() => import('./filter-dialog'))

interface ListFiltersProps {
  resource: Resource
  list: ListState
  change: (part: Partial<ListState>) => void
}

/**
 * The filters of a list, in a line: each shows its name where nothing is chosen. With many bounds,
 * all but the first move to a sheet.
 */
export function ListFilters(props: ListFiltersProps) {
  const { resource, list, change } = props
  const filters = filtersOf(props)
  const bounds = filters.filter(({ isBound }) => isBound)
  const hasSheet = bounds.length > 2
  const inLine = hasSheet ? filters.slice(0, 1) : filters.filter(({ isBound }) => !isBound)
  const inSheet = filters.slice(1)
  const withoutSheet = () => ({
    ...list.filters,
    ...Object.fromEntries(inSheet.map(({ key }) => [key, ''])),
  })
  return (
    <>
      {inLine.map(({ key, label, control }) => (
        <span key={key}>{control({ 'aria-label': label })}</span>
      ))}
      {hasSheet ? (
        <FilterSheet
          isTight
          side="center"
          description={`Filter ${resource.label.many}`}
          active={inSheet.filter(({ key }) => list.filters[key]).length}
          onClear={() => change({ filters: withoutSheet() })}
        >
          <Controls filters={inSheet} />
        </FilterSheet>
      ) : (
        bounds.map(({ key, label, control }) => (
          <span key={key} className="flex items-center gap-1.5">
            <span aria-hidden="true" className="text-sm text-ink-soft">
              {label}
            </span>
            {control({ 'aria-label': label })}
          </span>
        ))
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
  side?: 'bottom' | 'center'
  children: ReactNode
}

/** The filters that have no room beside the list. */
export function FilterSheet(props: FilterSheetProps) {
  const { description, active, onClear, isTight, side = 'bottom', children } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant={isTight ? 'ghost' : 'outline'} onClick={() => setIsOpen(true)}>
        <ListFilter aria-hidden="true" />
        <span>
          <span className={isTight ? 'sr-only' : undefined}>Filters</span>
          {active > 0 && ` (${active})`}
        </span>
      </Button>
      {isOpen && (
        <FilterDialog
          side={side}
          description={description}
          onClear={onClear}
          onClose={() => setIsOpen(false)}
        >
          {children}
        </FilterDialog>
      )}
    </>
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
      <Controls filters={filtersOf(props)} />
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
  /** The first or last day or number, with its label beside it. */
  isBound?: true
}

const Controls = ({ filters }: { filters: readonly Filter[] }) =>
  filters.map(({ key, label, control }) => (
    <Field key={key} label={label}>
      {control}
    </Field>
  ))

function filtersOf({ resource, list, change }: ListFiltersProps): Filter[] {
  const set = (key: string, value: string) => change({ filters: { ...list.filters, [key]: value } })
  const setFilter = (key: string) => (event: { target: { value: string } }) =>
    set(key, event.target.value)
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
    ...(resource.subset ? [subsetFilter(resource.subset, list, setFilter)] : []),
    ...Object.entries(resource.choices ?? {}).map(([key, { label, ...choices }]) => ({
      key,
      label,
      control: (props: object) => (
        <RowFilter
          {...props}
          {...choices}
          label={label}
          value={list.filters[key] ?? ''}
          onChange={setFilter(key)}
        />
      ),
    })),
    ...(resource.ranges ?? []).flatMap((column) =>
      rangeFilters(column).map((key, at) => ({
        key,
        label: `${filterLabel(resource, column)} ${at === 0 ? 'from' : 'to'}`,
        isBound: true as const,
        control: (props: object) => (
          <NumberFilter
            {...props}
            value={list.filters[key] ?? ''}
            onChange={(value) => set(key, value)}
          />
        ),
      })),
    ),
    ...(resource.days ? dayFilters : []).map((key) => ({
      key,
      label: resource.ranges ? `${filterLabel(resource, 'created_at')} ${key}` : optionLabel(key),
      isBound: true as const,
      control: (props: object) => (
        <Input
          {...props}
          type="date"
          className="md:max-w-34 md:px-2"
          value={list.filters[key] ?? ''}
          onChange={setFilter(key)}
        />
      ),
    })),
  ]
}

const subsetFilter = (
  { key, label, values }: Subset,
  list: ListState,
  setFilter: (key: string) => ComponentProps<'select'>['onChange'],
): Filter => ({
  key,
  label,
  control: (props) => (
    <NativeSelect
      {...props}
      className="md:max-w-40"
      value={list.filters[key] ?? ''}
      onChange={setFilter(key)}
    >
      <option value="">{label}: all</option>
      <Options values={Object.keys(values)} labelOf={(value) => values[value]} />
    </NativeSelect>
  ),
})

interface RowFilterProps extends Omit<ComponentProps<'select'>, 'children'>, FilterChoices {}

/** Chooses a row of another table. */
function RowFilter({ label, none, useChoices, ...props }: RowFilterProps) {
  const choices = useChoices()
  return (
    <NativeSelect {...props} className="md:max-w-40">
      <option value="">{label}: all</option>
      {choices.map((one) => (
        <option key={one.id} value={one.id}>
          {one.label}
        </option>
      ))}
      <option value="none">{none}</option>
    </NativeSelect>
  )
}

interface NumberFilterProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: string
  onChange: (value: string) => void
}

/** Narrows the list down once the number is whole, on Enter or on leaving. */
function NumberFilter({ value, onChange, ...props }: NumberFilterProps) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    setText(value)
  }
  const number = text.replaceAll(/[$,\s]/g, '')
  const isWrong = number !== '' && !isNumber(number)
  const take = () => {
    if (!isWrong && number !== value) onChange(number)
  }
  return (
    <Input
      {...props}
      inputMode="decimal"
      aria-invalid={isWrong || undefined}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  )
}

/** The header of its column */
const filterLabel = ({ columns }: Resource, key: string) =>
  columns.find((column) => column.key === key)?.header ?? optionLabel(key)
