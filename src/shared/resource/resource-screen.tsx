import { useQuery } from '@tanstack/react-query'
import Inbox from 'lucide-react/icons/inbox'
import Plus from 'lucide-react/icons/plus'
import SearchX from 'lucide-react/icons/search-x'
import { useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { optionLabel } from '@/shared/lib/option-label'
import { useLastPage } from '@/shared/lib/use-list-address'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Field } from '@/shared/ui/field'
import { LoadFailure } from '@/shared/ui/load-failure'
import { NativeSelect } from '@/shared/ui/native-select'
import { Pagination } from '@/shared/ui/pagination'
import { SearchBox } from '@/shared/ui/search-box'
import { Spinner } from '@/shared/ui/spinner'
import { allRows } from './all-rows'
import { ColumnMenu, useHiddenColumns } from './column-menu'
import { isEditable, type Resource, type Row } from './define-resource'
import { ExportButton } from './export-button'
import { useListState } from './list-state'
import { ResourceDialog } from './resource-dialog'
import { countQuery, matching, pageQuery, ROWS_PER_PAGE } from './resource-queries'
import { ResourceTable } from './resource-table'

interface ResourceScreenProps {
  resource: Resource
}

/** A declared resource: its list, and its form for those who may change it. */
export function ResourceScreen({ resource }: ResourceScreenProps) {
  // Nothing of one resource's state is another's.
  return <Screen key={resource.slug} resource={resource} />
}

function Screen({ resource }: ResourceScreenProps) {
  const { label } = resource
  const [list, changeList] = useListState(resource)
  const [hidden, toggleColumn] = useHiddenColumns(resource)
  const [edited, setEdited] = useState<{ row?: Row }>()
  const page = useQuery(pageQuery(resource, list))
  const count = useQuery(countQuery(resource, list))
  const canEdit = useAuth().can(resource.permission) && isEditable(resource)
  const isNarrowed = list.search !== '' || Object.keys(list.filters).length > 0
  const pageCount = Math.max(Math.ceil((count.data ?? 0) / ROWS_PER_PAGE), 1)

  useLastPage({
    page: list.page,
    pageCount,
    counting: count,
    setPage: (last, options) => changeList({ page: last }, options),
  })

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h2>{resource.tab}</h2>
          <p role="status" className="text-ink-soft">
            {count.data !== undefined &&
              !count.isPlaceholderData &&
              countText(count.data, resource)}
          </p>
        </div>
        {canEdit && (
          <Button onClick={() => setEdited({})}>
            <Plus aria-hidden="true" />
            {label.add}
          </Button>
        )}
      </div>

      <div className="mt-5 mb-6 flex flex-wrap items-end gap-3">
        <SearchBox
          label={`Search ${label.many}`}
          search={list.search}
          onSearch={(search, options) => changeList({ search }, options)}
          className="grow basis-64"
        />
        {Object.entries(resource.filters ?? {}).map(([key, options]) => (
          <Field key={key} label={optionLabel(key)} className="w-44">
            {(control) => (
              <NativeSelect
                {...control}
                value={list.filters[key] ?? ''}
                onChange={({ target }) =>
                  changeList({ filters: { ...list.filters, [key]: target.value } })
                }
              >
                <option value="">All</option>
                {options.map((option) => (
                  <option key={option} value={option}>
                    {optionLabel(option)}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        ))}
        <ColumnMenu resource={resource} hidden={hidden} onToggle={toggleColumn} />
        <ExportButton
          table={resource.table}
          total={count.data ?? 0}
          rows={(signal) => allRows(resource.table, signal, matching(resource, list))}
          failure={resource.toasts.loadFailed}
        />
      </div>

      {page.isError && !page.data ? (
        <LoadFailure
          title={`The ${label.many} could not be loaded.`}
          query={{
            isFetching: page.isFetching,
            refetch: () => Promise.all([page.refetch(), count.refetch()]),
          }}
        />
      ) : !page.data || (page.data.length === 0 && list.page > 1) ? (
        <Spinner label={`Loading ${label.many}...`} className="mx-auto my-16" />
      ) : page.data.length > 0 ? (
        <ResourceTable
          resource={resource}
          columns={resource.columns.filter(
            ({ key }, index) => index === 0 || !hidden.includes(key),
          )}
          rows={page.data}
          sort={list.sort}
          onSort={(sort) => changeList({ sort })}
          onEdit={canEdit ? (row) => setEdited({ row }) : undefined}
          isStale={page.isPlaceholderData}
        />
      ) : isNarrowed ? (
        <EmptyState
          icon={<SearchX />}
          title={`No ${label.many} found`}
          text="Nothing matches the search and the filters together."
          action={
            <Button variant="outline" onClick={() => changeList({ search: '', filters: {} })}>
              Show all {label.many}
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={<Inbox />}
          title={`No ${label.many} yet`}
          text={canEdit ? 'The first one you add appears here.' : 'The first one appears here.'}
        />
      )}

      <Pagination
        page={list.page}
        pageCount={pageCount}
        onPageChange={(next) => changeList({ page: next })}
      />
      {edited && isEditable(resource) && (
        <ResourceDialog resource={resource} row={edited.row} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

function countText(count: number, { label }: Resource): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? label.one : label.many}`
}
