import { useQuery } from '@tanstack/react-query'
import Inbox from 'lucide-react/icons/inbox'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import SearchX from 'lucide-react/icons/search-x'
import { useEffect, useRef, useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { optionLabel } from '@/shared/lib/option-label'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Field } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { LoadFailure } from '@/shared/ui/load-failure'
import { NativeSelect } from '@/shared/ui/native-select'
import { Pagination } from '@/shared/ui/pagination'
import { Spinner } from '@/shared/ui/spinner'
import { allRows } from './all-rows'
import { ColumnMenu, useHiddenColumns } from './column-menu'
import { isEditable, type Resource, type Row, type RowDialog } from './define-resource'
import { ExportButton } from './export-button'
import { dayFilters, MAX_SEARCH, useListState } from './list-state'
import { ResourceDialog } from './resource-dialog'
import { countQuery, matching, pageQuery, ROWS_PER_PAGE } from './resource-queries'
import { ResourceTable } from './resource-table'

interface ResourceListProps {
  resource: Resource
}

/** A declared resource: its list, and its form for those who may change it. */
export function ResourceList({ resource }: ResourceListProps) {
  // Nothing of one resource's state is another's.
  return <List key={resource.slug} resource={resource} />
}

/** What is open above the list; it outlives the row that it is about. */
interface OpenDialog {
  /** Absent for a new one */
  row?: Row
  /** The editor where absent */
  Dialog?: RowDialog<Row>
}

function List({ resource }: ResourceListProps) {
  const { label, slots = {} } = resource
  const { can } = useAuth()
  const { list, change, searchText, setSearchText } = useListState(resource)
  const [hidden, toggleColumn] = useHiddenColumns(resource)
  const [dialog, setDialog] = useState<OpenDialog>()
  const heading = useRef<HTMLHeadingElement>(null)
  const page = useQuery(pageQuery(resource, list))
  const count = useQuery(countQuery(resource, list))

  const rows = page.data
  const total = count.data
  const pageCount = total === undefined ? undefined : Math.max(Math.ceil(total / ROWS_PER_PAGE), 1)
  const isCountMissing = count.isError && total === undefined
  const isNarrowed = list.search !== '' || Object.keys(list.filters).length > 0
  const mayChange = can(...(resource.editAccess ?? resource.access))

  const isBeyond =
    pageCount !== undefined && count.isSuccess && !count.isFetching && list.page > pageCount
  useEffect(() => {
    // As when the rows of the last page were removed, or from an old link.
    if (isBeyond) change({ page: pageCount }, { replace: true })
  })

  const close = () => setDialog(undefined)
  const retry = {
    isFetching: page.isError ? page.isFetching : count.isFetching,
    refetch: () => Promise.all([page.refetch(), count.refetch()]),
  }
  const edit = (row: Row) => setDialog({ row })

  function body() {
    if (page.isError && !rows) {
      return <LoadFailure title={`The ${label.many} could not be loaded.`} query={retry} />
    }
    if (!rows || (rows.length === 0 && list.page > 1 && !isCountMissing)) {
      return <Spinner label={label.loading ?? `Loading ${label.many}...`} className="my-16" />
    }
    if (rows.length === 0 && list.page > 1) return null
    if (rows.length === 0 && isNarrowed) {
      return (
        <EmptyState
          icon={<SearchX />}
          title={`No ${label.many} found`}
          text="Nothing matches the search and the filters together."
          action={
            <Button variant="outline" onClick={() => change({ search: '', filters: {} })}>
              Show all {label.many}
            </Button>
          }
        />
      )
    }
    if (rows.length === 0) {
      return (
        <EmptyState
          icon={<Inbox />}
          title={`No ${label.many} yet`}
          text={label.add ? 'The first one you add appears here.' : 'The first one appears here.'}
        />
      )
    }
    if (slots.rows) return <slots.rows rows={rows} edit={edit} />
    return (
      <ResourceTable
        resource={resource}
        columns={resource.columns.filter(({ key }, index) => index === 0 || !hidden.includes(key))}
        rows={rows}
        sort={list.sort}
        onSort={(sort) => change({ sort })}
        actions={
          mayChange && {
            edit,
            open: (row, Dialog) => setDialog({ row, Dialog }),
          }
        }
        isStale={page.isPlaceholderData}
      />
    )
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h2 ref={heading}>{resource.tab}</h2>
          <p role="status" className="text-ink-soft">
            {total !== undefined && !count.isPlaceholderData && countText(total, resource)}
          </p>
        </div>
        {slots.actions ? (
          <slots.actions />
        ) : (
          label.add && (
            <Button onClick={() => setDialog({})}>
              <Plus aria-hidden="true" />
              {label.add}
            </Button>
          )
        )}
      </div>

      <div className="mt-5 mb-6 flex flex-wrap items-end gap-3">
        <Field label={`Search ${label.many}`} className="grow basis-64">
          {(control) => (
            <div className="relative">
              <Search
                aria-hidden="true"
                className="pointer-events-none absolute start-3 top-1/2 size-5 -translate-y-1/2 text-ink-muted"
              />
              <Input
                {...control}
                type="search"
                autoComplete="off"
                maxLength={MAX_SEARCH}
                className="ps-10"
                value={searchText}
                onChange={({ target }) => setSearchText(target.value)}
              />
            </div>
          )}
        </Field>
        {Object.entries(resource.filters ?? {}).map(([key, options]) => (
          <Field key={key} label={optionLabel(key)} className="w-44">
            {(control) => (
              <NativeSelect
                {...control}
                value={list.filters[key] ?? ''}
                onChange={({ target }) =>
                  change({ filters: { ...list.filters, [key]: target.value } })
                }
              >
                <option value="">All</option>
                {options.map((option) => (
                  <option key={option} value={option}>
                    {(resource.filterLabel ?? optionLabel)(option)}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        ))}
        {resource.days &&
          dayFilters.map((key) => (
            <Field key={key} label={optionLabel(key)} className="w-44">
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  value={list.filters[key] ?? ''}
                  onChange={({ target }) =>
                    change({ filters: { ...list.filters, [key]: target.value } })
                  }
                />
              )}
            </Field>
          ))}
        {!slots.rows && <ColumnMenu resource={resource} hidden={hidden} onToggle={toggleColumn} />}
        <ExportButton
          table={resource.table}
          filters={{ ...list.filters, ...(list.search && { search: list.search }) }}
          total={total ?? (rows && rows.length > 0 ? undefined : 0)}
          rows={(signal) => allRows(resource.table, signal, matching(resource, list))}
          failure={resource.toasts.loadFailed}
        />
      </div>

      {body()}
      {isCountMissing && page.isSuccess && (
        <LoadFailure
          title={`How many ${label.many} there are could not be read.`}
          query={retry}
          className="mt-6"
        />
      )}
      <Pagination
        page={list.page}
        pageCount={pageCount}
        hasNext={pageCount === undefined ? rows?.length === ROWS_PER_PAGE : list.page < pageCount}
        onPageChange={(next) => {
          change({ page: next })
          heading.current?.scrollIntoView()
        }}
      />
      {dialog?.Dialog && dialog.row && <dialog.Dialog row={dialog.row} onClose={close} />}
      {dialog && !dialog.Dialog && isEditable(resource) && (
        <ResourceDialog resource={resource} row={dialog.row} onClose={close} />
      )}
    </>
  )
}

function countText(count: number, { label }: Resource): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? label.one : label.many}`
}
