import { useQuery } from '@tanstack/react-query'
import ListFilter from 'lucide-react/icons/list-filter'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useId, useState, type ReactNode, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { optionLabel } from '@/shared/lib/option-label'
import { phone, useMedia } from '@/shared/lib/use-media'
import type { Resource } from '@/engine/core/define-resource'
import { FilterSheet } from '@/engine/list/list-filters'
import { ListSearch } from '@/engine/list/list-search'
import { sortText, toSort, type ListControls } from '@/engine/core/list-state'
import { ListViews } from '@/engine/list/list-views'
import { ViewsMenu } from '@/engine/views/views-menu'
import { Button } from '@/shared/ui/button'
import { NativeSelect } from '@/shared/ui/native-select'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Options } from '@/shared/account-ui/options'
import { AssigneeOptions } from './assignees'
import { kinds, type SubmissionKind, type SubmissionStatus } from '@/shared/submissions/kinds'
import { programLabel } from '@/shared/submissions/program-label'
import type { ViewName } from '@/features/submissions/common/queues'
import { countsQuery, type Counts } from '@/features/submissions/common/submission-queries'

const CoveringViews = lazyPart(() => import('./covering-views'))

interface QueueToolbarProps {
  resource: Resource
  kind: SubmissionKind | undefined
  controls: ListControls
  searchField: RefObject<HTMLInputElement | null>
  children: ReactNode
}

const filterKeys = ['kind', 'status', 'assignee_id', 'program']
const noFilters = Object.fromEntries(filterKeys.map((key) => [key, '']))

/** Above the list; on a phone in the line above the rows, where the search replaces the views. */
export function QueueToolbar(props: QueueToolbarProps) {
  const { resource, kind, controls, searchField, children } = props
  const { list, change, searchText, setSearchText } = controls
  const { data: counts } = useQuery(countsQuery)
  const active = filterKeys.filter((key) => list.filters[key]).length
  const [isUnfolded, setUnfolded] = useState(active > 0)
  const [isSearching, setSearching] = useState(searchText !== '')
  const filtersId = useId()
  const isPhone = useMedia(phone)
  const covering = <CoveringViews controls={controls} />
  const filters = <Filters resource={resource} kind={kind} controls={controls} counts={counts} />
  const search = (
    <ListSearch
      ref={searchField}
      resource={resource}
      controls={controls}
      placeholder="Name, phone, text…"
      className="min-w-0 grow basis-52 md:max-2xl:basis-36 md:min-w-36"
    />
  )
  const views = (
    <ListViews
      resource={resource}
      controls={controls}
      countOf={(view) => counts?.of(kind, view as ViewName | undefined)}
      isSelect={isPhone}
    />
  )

  const saved = <ViewsMenu resource={resource} list={list} isTight />

  if (isPhone) {
    return (
      <div className="flex min-w-0 flex-1 items-center">
        {isSearching ? search : views}
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
          {covering}
          {filters}
        </FilterSheet>
        {saved}
        {children}
      </div>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex items-center gap-2 2xl:gap-3">
        {views}
        {search}
        <Button
          variant="outline"
          title="Filters"
          aria-expanded={isUnfolded}
          aria-controls={filtersId}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <ListFilter aria-hidden="true" />
          <span className="max-2xl:sr-only">Filters</span>
          {active > 0 && ` (${active})`}
        </Button>
        {saved}
        {children}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">{covering}</div>
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

interface FiltersProps extends Pick<QueueToolbarProps, 'resource' | 'kind' | 'controls'> {
  counts: Counts | undefined
}

function Filters({ resource, kind, controls, counts }: FiltersProps) {
  const { list, change } = controls
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
  const declared = (key: string, label: string, labelOf: (value: string) => string) =>
    resource.filters?.[key] &&
    filter(key, label, <Options values={resource.filters[key]} labelOf={labelOf} />)
  return (
    <>
      {declared('kind', 'Kind', (each) => optionLabel(kinds[each as SubmissionKind].one))}
      {declared('status', 'Status', (status) => {
        const count = counts?.withStatus(kind, status as SubmissionStatus)
        return `${optionLabel(status)}${count === undefined ? '' : ` (${count})`}`
      })}
      {filter(
        'assignee_id',
        'Assignee',
        <>
          <option value="none">Unassigned</option>
          <AssigneeOptions current={list.filters.assignee_id ?? me ?? null} />
        </>,
      )}
      {declared('program', 'Program', programLabel)}
      <Labelled label="Sort">
        <NativeSelect
          value={sortText(list.sort)}
          onChange={({ target }) => change({ sort: toSort(target.value) })}
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
