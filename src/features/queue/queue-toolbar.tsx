import { useQuery } from '@tanstack/react-query'
import ListFilter from 'lucide-react/icons/list-filter'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useId, useState, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { optionLabel } from '@/shared/lib/option-label'
import { phone, useMedia } from '@/shared/lib/use-media'
import type { Resource } from '@/shared/resource/define/define-resource'
import { FilterSheet } from '@/shared/resource/list/list-filters'
import {
  firstSort,
  MAX_SEARCH,
  type ListState,
  type useListState,
} from '@/shared/resource/list/list-state'
import { Button } from '@/shared/ui/button'
import { Input } from '@/shared/ui/input'
import { NativeSelect } from '@/shared/ui/native-select'
import { AssigneeOptions } from './assignee-options'
import { kinds, type SubmissionKind, type SubmissionStatus } from '@/shared/submissions/kinds'
import { programLabel } from '@/shared/submissions/program-label'
import { viewLabel, viewNames } from '@/shared/submissions/queues'
import { countsQuery, type Counts } from '@/shared/submissions/submission-queries'

interface QueueToolbarProps {
  resource: Resource
  kind: SubmissionKind | undefined
  controls: ReturnType<typeof useListState>
  searchField: RefObject<HTMLInputElement | null>
  /** At the end of the line */
  children: ReactNode
}

const filterKeys = ['kind', 'status', 'assignee_id', 'program']
const noFilters = Object.fromEntries(filterKeys.map((key) => [key, '']))

/** Above the list; on a phone in the line above the rows, where the search takes the place of the views. */
export function QueueToolbar(props: QueueToolbarProps) {
  const { resource, kind, controls, searchField, children } = props
  const { list, change, searchText, setSearchText } = controls
  const { data: counts } = useQuery(countsQuery)
  const active = filterKeys.filter((key) => list.filters[key]).length
  const [isUnfolded, setUnfolded] = useState(active > 0)
  const [isSearching, setSearching] = useState(searchText !== '')
  const filtersId = useId()
  const isPhone = useMedia(phone)
  const filters = (
    <Filters resource={resource} kind={kind} list={list} change={change} counts={counts} />
  )
  const search = (
    <div className="relative min-w-0 grow basis-52 md:max-2xl:basis-36 md:min-w-36">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute start-2.5 top-1/2 size-4 -translate-y-1/2 text-ink-muted"
      />
      <Input
        ref={searchField}
        aria-label={`Search ${resource.label.many}`}
        placeholder="Name, phone, text…"
        type="search"
        autoComplete="off"
        maxLength={MAX_SEARCH}
        className="ps-8.5"
        value={searchText}
        onChange={({ target }) => setSearchText(target.value)}
      />
    </div>
  )
  const views = { resource, kind, list, change, counts }

  if (isPhone) {
    return (
      <div className="flex min-w-0 flex-1 items-center">
        {isSearching ? search : <ViewSelect {...views} />}
        <Button
          variant="ghost"
          size="icon"
          className="flex-none pointer-coarse:min-h-11"
          aria-label={isSearching ? 'Close the search' : `Search ${resource.label.many}`}
          onClick={() => {
            if (isSearching) setSearchText('')
            flushSync(() => setSearching(!isSearching))
            searchField.current?.focus()
          }}
        >
          {isSearching ? <X aria-hidden="true" /> : <Search aria-hidden="true" />}
        </Button>
        <FilterSheet
          description={`Filter and sort ${resource.label.many}`}
          active={active}
          onClear={() => change({ filters: { ...list.filters, ...noFilters } })}
          isTight
        >
          {filters}
        </FilterSheet>
        {children}
      </div>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex items-center gap-2 2xl:gap-3">
        <Views {...views} />
        {search}
        <Button
          variant="outline"
          aria-expanded={isUnfolded}
          aria-controls={filtersId}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <ListFilter aria-hidden="true" />
          <span className="max-2xl:sr-only">Filters</span>
          {active > 0 && ` (${active})`}
        </Button>
        {children}
      </div>
      <div
        id={filtersId}
        hidden={!isUnfolded}
        className="flex flex-wrap items-end gap-2 pb-1 text-sm [&[hidden]]:hidden"
      >
        {filters}
      </div>
    </div>
  )
}

interface PartProps extends Pick<QueueToolbarProps, 'resource' | 'kind'> {
  list: ListState
  change: QueueToolbarProps['controls']['change']
  counts: Counts | undefined
}

function viewsOf({ resource, kind, list, change, counts }: PartProps) {
  return {
    open: list.filters.view ?? '',
    show: (view: string) => {
      const filters = { ...list.filters, view }
      // Each view opens in its own order.
      change({ filters, sort: firstSort(resource, filters) })
    },
    options: [
      { name: '', label: 'Everything', count: counts?.of(kind) },
      ...viewNames.map((name) => ({
        name,
        label: viewLabel(name),
        count: counts?.of(kind, name),
      })),
    ],
  }
}

function ViewSelect(props: PartProps) {
  const { open, show, options } = viewsOf(props)
  return (
    <NativeSelect
      aria-label="View"
      className="min-w-0 flex-1"
      value={open}
      onChange={({ target }) => show(target.value)}
    >
      {options.map(({ name, label, count }) => (
        <option key={name} value={name}>
          {label}
          {count !== undefined && ` (${count.toLocaleString('en-US')})`}
        </option>
      ))}
    </NativeSelect>
  )
}

function Views(props: PartProps) {
  const { open, show, options } = viewsOf(props)
  return (
    <div
      role="group"
      aria-label="Views"
      className="fade-edges -mx-1 flex min-w-0 gap-0.5 overflow-x-auto px-1 [scrollbar-width:none]"
    >
      {options.map(({ name, label, count }) => (
        <button
          key={name}
          type="button"
          aria-pressed={open === name}
          className="inline-flex min-h-control-sm flex-none items-center gap-1.5 rounded-full px-2 text-sm font-semibold whitespace-nowrap 2xl:px-2.5 text-ink-soft hover:bg-forest-500/12 aria-pressed:bg-forest-700 aria-pressed:text-paper-raised pointer-coarse:min-h-11"
          onClick={() => show(name)}
        >
          {label}
          {count !== undefined && (
            <span className="text-xs font-normal tabular-nums">
              {count.toLocaleString('en-US')}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

function Filters({ resource, kind, list, change, counts }: PartProps) {
  const me = useAuth().user?.id
  const filter = (key: string, label: string, options: ReactNode) => (
    <Labelled label={label}>
      <NativeSelect
        value={list.filters[key] ?? ''}
        onChange={({ target }) => change({ filters: { ...list.filters, [key]: target.value } })}
      >
        <option value="">All</option>
        {options}
      </NativeSelect>
    </Labelled>
  )
  const sort = `${list.sort.descending ? '-' : ''}${list.sort.key}`
  return (
    <>
      {resource.filters?.kind &&
        filter(
          'kind',
          'Kind',
          resource.filters.kind.map((each) => (
            <option key={each} value={each}>
              {optionLabel(kinds[each as SubmissionKind].one)}
            </option>
          )),
        )}
      {filter(
        'status',
        'Status',
        resource.filters?.status?.map((status) => (
          <option key={status} value={status}>
            {optionLabel(status)}
            {counts && ` (${counts.withStatus(kind, status as SubmissionStatus)})`}
          </option>
        )),
      )}
      {filter(
        'assignee_id',
        'Assignee',
        <>
          <option value="none">Unassigned</option>
          <AssigneeOptions current={list.filters.assignee_id ?? me ?? null} />
        </>,
      )}
      {resource.filters?.program &&
        filter(
          'program',
          'Program',
          resource.filters.program.map((id) => (
            <option key={id} value={id}>
              {programLabel(id)}
            </option>
          )),
        )}
      <Labelled label="Sort">
        <NativeSelect
          value={sort}
          onChange={({ target: { value } }) =>
            change({ sort: { key: value.replace('-', ''), descending: value.startsWith('-') } })
          }
        >
          <option value="-created_at">Newest first</option>
          <option value="created_at">Oldest first</option>
          <option value="due_at">Due first</option>
          <option value="-due_at">Due last</option>
        </NativeSelect>
      </Labelled>
    </>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="grid min-w-36 gap-0.5 text-xs font-semibold text-ink-soft max-md:text-sm">
      {label}
      {children}
    </label>
  )
}
