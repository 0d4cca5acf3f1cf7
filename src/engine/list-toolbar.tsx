import { useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Mailbox from 'lucide-react/icons/mailbox'
import Upload from 'lucide-react/icons/upload'
import { useState, type ReactNode, type RefObject } from 'react'
import { cn } from '@/shared/lib/cn'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { phone, useMedia } from '@/shared/lib/use-media'
import { Button } from '@/shared/ui/button'
import { MenuItem, MoreMenu } from '@/shared/account-ui/menu'
import { PartBoundary } from '@/shared/account-ui/part-boundary'
import { allRows, exportedRows } from './core/all-rows'
import { ColumnsButton } from './list/columns-button'
import type { Resource } from './core/define-resource'
import { ExportButton } from './list/export-button'
import { ListFilters, ListFilterSheet } from './list/list-filters'
import { ListSearch } from './list/list-search'
import type { ListControls, ListState } from './core/list-state'
import { openRows } from './core/openings'
import { matching } from './core/resource-queries'
import type { Columns } from './list/use-columns'
import type { ListPage } from './list/use-list-page'
import { useSavedView } from './views/use-saved-view'
import { ViewsMenu } from './views/views-menu'

const LettersDialog = lazyComponent(
  async () => (await import('./list/letters-dialog')).LettersDialog,
)

interface ListToolbarProps {
  resource: Resource
  controls: ListControls
  listed: ListPage
  columns: Columns
  heading: RefObject<HTMLHeadingElement | null>
  edit: () => void
  /** Absent where the list has no import. */
  startImport: (() => void) | undefined
}

/** The heading of a list, with search, filters, views, export and the button that adds a row. */
export function ListToolbar(props: ListToolbarProps) {
  const { resource, controls, listed, columns, heading, edit, startImport } = props
  const { label, slots = {} } = resource
  const { list, change } = controls
  const { count, total } = listed
  const isPhone = useMedia(phone)

  const [tool, setTool] = useState<'own' | 'letters'>()
  const tools = (resource.isAddressed ?? slots.tool) && (
    <>
      {slots.tool && (
        <MenuItem onSelect={() => setTool('own')}>
          <slots.tool.Icon />
          {slots.tool.label}
        </MenuItem>
      )}
      {resource.isAddressed && (
        <MenuItem disabled={total === 0} onSelect={() => setTool('letters')}>
          <Mailbox aria-hidden="true" />
          Labels and letters
        </MenuItem>
      )}
    </>
  )
  const exportButton = (
    <ListExport
      resource={resource}
      list={list}
      total={listed.exportable}
      onImport={isPhone ? startImport : undefined}
      tools={tools}
      isMenu={isPhone}
    />
  )
  const importButton = startImport && (
    <Button variant="outline" title="Import" onClick={startImport}>
      <Upload aria-hidden="true" />
      <span className="in-data-tight:sr-only @max-4xl:sr-only">Import</span>
    </Button>
  )
  const filters = { resource, list, change }
  /** Its toolbar has no room for all labels. */
  const isTight =
    resource.days ??
    (slots.actions && (startImport !== undefined || Object.keys(resource.filters ?? {}).length > 1))
  const views = (
    <ViewsMenu
      resource={resource}
      list={list}
      {...(!slots.rows && { columns: columns.keys })}
      isTight={isPhone}
    />
  )

  return (
    <div data-tight={isTight} className="flex flex-wrap items-center gap-1.5 pb-2">
      <h2
        ref={heading}
        className={cn(
          'md:@max-3xl:sr-only',
          resource.days && 'md:sr-only',
          slots.actions && 'max-md:me-auto',
        )}
      >
        {resource.tab}
      </h2>
      <p
        role="status"
        className={cn(
          'me-auto text-sm text-ink-soft md:me-3 md:@max-3xl:sr-only',
          slots.actions ? 'max-md:sr-only' : !label.add && 'max-md:basis-1/2',
        )}
      >
        {!count.isPlaceholderData && listed.countText}
      </p>
      <ListSearch
        resource={resource}
        controls={controls}
        className="min-w-28 grow-99 basis-0 max-md:order-last max-md:basis-40 md:max-w-72"
      />
      {isPhone ? (
        <div className="order-last flex items-center gap-1">
          {views}
          <ListFilterSheet {...filters} columns={slots.rows ? undefined : columns} />
          {exportButton}
        </div>
      ) : (
        <>
          <ListFilters {...filters} />
          <span className="grow" />
          {views}
          {!slots.rows && <ColumnsButton resource={resource} columns={columns} />}
          {importButton}
          {exportButton}
          {tools && <MoreMenu label={`More for ${label.many}`}>{tools}</MoreMenu>}
        </>
      )}
      {slots.actions ? (
        <slots.actions />
      ) : (
        label.add && (
          <Button onClick={() => edit()}>
            <Plus aria-hidden="true" />
            {label.add}
          </Button>
        )
      )}
      {tool === 'own' && slots.tool && <slots.tool.Dialog onClose={() => setTool(undefined)} />}
      {tool === 'letters' && (
        <ListLetters resource={resource} list={list} onClose={() => setTool(undefined)} />
      )}
    </div>
  )
}

interface ListExportProps {
  resource: Resource
  list: ListState
  total: number | undefined
  /** A menu also has the import */
  onImport: (() => void) | undefined
  /** Further entries of the menu */
  tools: ReactNode
  isMenu: boolean
}

/** Exports the rows that the list shows, also with their protected fields. */
function ListExport({ resource, list, total, onImport, tools, isMenu }: ListExportProps) {
  const { view } = useSavedView(resource)
  const queryClient = useQueryClient()
  const filters = { ...list.filters, ...(list.search && { search: list.search }) }
  async function* rows(signal: AbortSignal) {
    yield* exportedRows(resource, await matching(queryClient, resource, list), signal)
  }
  return (
    <ExportButton
      table={resource.table}
      view={view?.name}
      filters={filters}
      total={total}
      rows={rows}
      withProtected={
        resource.protected && {
          labels: resource.protected.map((key) => resource.fields?.[key]?.label ?? key),
          rows: (reason, signal) =>
            openRows({ resource, filters, rows: rows(signal), reason }, signal),
        }
      }
      failure={resource.toasts.loadFailed}
      menu={
        isMenu
          ? {
              about: resource.label.many,
              entries: (
                <>
                  {tools}
                  {onImport && (
                    <MenuItem onSelect={onImport}>
                      <Upload aria-hidden="true" />
                      Import
                    </MenuItem>
                  )}
                </>
              ),
            }
          : undefined
      }
    />
  )
}

interface ListLettersProps extends Pick<ListExportProps, 'resource' | 'list'> {
  onClose: () => void
}

/** Labels and letters to the people in the list. */
function ListLetters({ resource, list, onClose }: ListLettersProps) {
  const queryClient = useQueryClient()
  const { view } = useSavedView(resource)
  return (
    <PartBoundary failure="Labels could not be loaded.">
      <LettersDialog
        table={resource.table}
        filters={{
          ...list.filters,
          ...(list.search && { search: list.search }),
          ...(view && { saved_view: view.name }),
        }}
        rows={async (signal) =>
          allRows(await matching(queryClient, resource, list), signal, 'id,created_at')
        }
        onClose={onClose}
      />
    </PartBoundary>
  )
}
