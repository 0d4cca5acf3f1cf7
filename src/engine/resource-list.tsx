import { useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Mailbox from 'lucide-react/icons/mailbox'
import Upload from 'lucide-react/icons/upload'
import {
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react'
import { isolated } from '@/shared/lib/isolated'
import { useAuth } from '@/shared/auth/auth-context'
import { cn } from '@/shared/lib/cn'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { phone, useMedia } from '@/shared/lib/use-media'
import { Button } from '@/shared/ui/button'
import { MenuItem, MoreMenu } from '@/shared/account-ui/menu'
import { Pagination } from '@/shared/account-ui/pagination'
import { PartBoundary } from '@/shared/account-ui/part-boundary'
import { allRows } from './core/all-rows'
import { ColumnsDialog } from './list/columns-dialog'
import {
  importForm,
  isEditable,
  type Resource,
  type Row,
  type RowActionsProps,
} from './core/define-resource'
import { ExportButton } from './list/export-button'
import { ListBody } from './list/list-body'
import { ListFilters, ListFilterSheet } from './list/list-filters'
import { ListSearch } from './list/list-search'
import { useListState, type ListControls, type ListState } from './core/list-state'
import { openRows } from './core/openings'
import { RecordPanel } from './record/record-panel'
import { ResourceDialog } from './write/resource-dialog'
import { matching } from './core/resource-queries'
import { ResourceTable } from './list/resource-table'
import { editAction, RowActions } from './core/row-actions'
import { useAddRequest, type AddRequest } from './list/use-add-request'
import { useColumns, type Columns } from './list/use-columns'
import { countText, useListPage, type ListPage } from './list/use-list-page'
import { useOpenRow } from './list/use-open-row'
import { ListArrival } from './views/list-arrival'
import { useSavedView } from './views/use-saved-view'
import { ViewsMenu } from './views/views-menu'

const ImportDialog = lazyComponent(
  async () => (await import('./import/import-dialog')).ImportDialog,
)

const LettersDialog = lazyComponent(
  async () => (await import('./list/letters-dialog')).LettersDialog,
)

/** Tables of people, as the function `letters` knows them. */
const listsWithPost: ReadonlySet<string> = new Set([
  'profiles',
  'mentors',
  'trainers',
  'donors',
  'donations',
  'submissions',
  'newsletter_subscriptions',
])

/** A declared resource: its list, and its form for those who may change it. */
export function ResourceList({ resource }: { resource: Resource }) {
  // Resources share no state.
  return (
    <ListArrival key={resource.slug} resource={resource}>
      <List resource={resource} />
    </ListArrival>
  )
}

function List({ resource }: { resource: Resource }) {
  const { slots = {} } = resource
  const controls = useListState(resource)
  const { list, change } = controls
  const listed = useListPage(resource, controls)
  const { page, pages } = listed
  const columns = useColumns(resource, list, change)
  const { openId, open, close: closeRow } = useOpenRow()
  // A link opens the page at its top.
  const [takesFocus, setTakesFocus] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const dialogs = useDialogs(resource)
  const { dialog, edit, partOf } = dialogs

  const actionsOf = partOf(slots.rowActions ?? (isEditable(resource) ? EditAlone : undefined))

  return (
    // As high as what the frame leaves: the table scrolls, and its header and the pages stay in view.
    <div
      className={
        slots.rows
          ? undefined
          : 'md:flex md:max-h-[calc(100dvh-var(--list-top,3.25rem)-1rem)] md:flex-col print:block print:max-h-none'
      }
    >
      <Toolbar {...{ resource, controls, listed, columns, dialogs, heading }} />

      <ListBody of={listed} rows={columns.isPending ? undefined : page.data}>
        {(rows) =>
          slots.rows ? (
            <slots.rows rows={rows} edit={edit} />
          ) : (
            <ResourceTable
              resource={resource}
              columns={columns.keys.flatMap(
                (key) => resource.columns.find((column) => column.key === key) ?? [],
              )}
              rows={rows}
              sort={list.sort}
              onSort={(sort) => change({ sort })}
              onOpen={(row) => {
                setTakesFocus(true)
                open(row.id)
              }}
              openId={openId}
              actionsOf={actionsOf}
              ref={frame}
              isStale={page.isPlaceholderData}
            />
          )
        }
      </ListBody>
      <Pagination
        {...pages}
        onPageChange={(next) => {
          pages.onPageChange(next)
          if (frame.current) frame.current.scrollTop = 0
          heading.current?.scrollIntoView()
        }}
      />
      {dialog}
      {openId && !slots.rows && (
        <RecordPanel
          resource={resource}
          id={openId}
          row={page.data?.find(({ id }) => id === openId)}
          actionsOf={actionsOf}
          panelOf={partOf(slots.panel)}
          takesFocus={takesFocus}
          onClose={() => {
            closeRow()
            document.querySelector<HTMLElement>(`[data-row="${openId}"]`)?.focus()
          }}
        />
      )}
    </div>
  )
}

interface ToolbarProps {
  resource: Resource
  controls: ListControls
  listed: ListPage
  columns: Columns
  dialogs: ReturnType<typeof useDialogs>
  heading: RefObject<HTMLHeadingElement | null>
}

/** The heading with everything that narrows down, stores, adds or exports the list. */
function Toolbar({ resource, controls, listed, columns, dialogs, heading }: ToolbarProps) {
  const { label, slots = {} } = resource
  const { list, change } = controls
  const { count, total } = listed
  const { edit, form, startImport } = dialogs
  const isPhone = useMedia(phone)

  const [tool, setTool] = useState<'own' | 'letters'>()
  const hasPost = listsWithPost.has(resource.table)
  const tools = (hasPost || slots.tool) && (
    <>
      {slots.tool && (
        <MenuItem onSelect={() => setTool('own')}>
          <slots.tool.Icon />
          {slots.tool.label}
        </MenuItem>
      )}
      {hasPost && (
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
      onImport={isPhone ? form && startImport : undefined}
      tools={tools}
      isMenu={isPhone}
    />
  )
  const importButton = form && (
    <Button variant="outline" onClick={startImport}>
      <Upload aria-hidden="true" />
      <span className="in-data-tight:sr-only @max-4xl:sr-only">Import</span>
    </Button>
  )
  const filters = { resource, list, change }
  /** Its toolbar has no room for all labels. */
  const isTight =
    resource.days ??
    (slots.actions && (form !== undefined || Object.keys(resource.filters ?? {}).length > 1))
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
      <h2 ref={heading} className={cn('md:@max-2xl:sr-only', slots.actions && 'max-md:me-auto')}>
        {resource.tab}
      </h2>
      <p
        role="status"
        className={cn(
          'me-auto text-sm text-ink-soft md:me-3 md:@max-3xl:sr-only',
          slots.actions ? 'max-md:sr-only' : !label.add && 'max-md:basis-1/2',
        )}
      >
        {total !== undefined && !count.isPlaceholderData && countText(total, resource)}
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
          {!slots.rows && <ColumnsDialog resource={resource} columns={columns} />}
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

/** The dialogs above a list: its editor, its import and those of its slots. */
function useDialogs(resource: Resource) {
  const { can } = useAuth()
  const mayChange = can(...(resource.requiredRightsToEdit ?? resource.requiredRights))
  /** Outlives the row that it is about. */
  const [dialog, setDialog] = useState<ReactNode>()

  const close = () => setDialog(undefined)
  const edit = (row?: Row, prefilled?: AddRequest['values']) =>
    isEditable(resource) &&
    setDialog(
      <ResourceDialog resource={resource} row={row} prefilled={prefilled} onClose={close} />,
    )
  useAddRequest((values) => resource.label.add && edit(undefined, values))

  const partOf = (Part: ComponentType<RowActionsProps<Row>> | undefined) =>
    Part && mayChange
      ? (row: Row) => (
          <Part
            row={row}
            title={isolated(resource.title(row))}
            open={(Dialog) => setDialog(<Dialog resource={resource} row={row} onClose={close} />)}
            edit={() => edit(row)}
          />
        )
      : undefined

  const form = useMemo(() => importForm(resource), [resource])
  const startImport = () =>
    form &&
    setDialog(
      <PartBoundary failure="The import could not be loaded.">
        <ImportDialog resource={resource} form={form} onClose={close} />
      </PartBoundary>,
    )

  return { dialog, edit, form, startImport, partOf }
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

interface ListLettersProps extends Pick<ListExportProps, 'resource' | 'list'> {
  onClose: () => void
}

/** Labels and letters to the people whom the list shows. */
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

/** Exports the rows that the list shows, also with their protected fields. */
function ListExport({ resource, list, total, onImport, tools, isMenu }: ListExportProps) {
  const { view } = useSavedView(resource)
  const queryClient = useQueryClient()
  const filters = { ...list.filters, ...(list.search && { search: list.search }) }
  async function* rows(signal: AbortSignal) {
    yield* allRows(await matching(queryClient, resource, list), signal, resource.exported?.join())
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

function EditAlone({ title, edit }: RowActionsProps<Row>) {
  return <RowActions title={title} actions={[editAction({ title, edit })]} />
}
