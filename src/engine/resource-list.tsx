import { useRef, useState, type ComponentType, type ReactNode } from 'react'
import { isolated } from '@/shared/lib/isolated'
import { useAuth } from '@/shared/auth/auth-context'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { PartBoundary } from '@/shared/account-ui/part-boundary'
import { Pagination } from '@/shared/account-ui/pagination'
import {
  isEditable,
  isImportable,
  type Resource,
  type Row,
  type RowActionsProps,
} from './core/define-resource'
import { ListBody } from './list/list-body'
import { ListToolbar } from './list-toolbar'
import { useListState } from './core/list-state'
import { ResourceTable } from './list/resource-table'
import { editAction, RowActions } from './core/row-actions'
import { useAddRequest, type AddRequest } from './list/use-add-request'
import { useColumns } from './list/use-columns'
import { useListPage } from './list/use-list-page'
import { useOpenRow } from './list/use-open-row'
import { ListArrival } from './views/list-arrival'

const ImportDialog = lazyComponent(
  async () => (await import('./import/import-dialog')).ImportDialog,
)
export const RecordPanel = lazyPart(() => import('./record/record-panel'))
const ResourceDialog = lazyPart(async () => ({
  ResourceDialog: (await import('./write/resource-dialog')).ResourceDialog,
}))

/** A declared resource: its list, and its form for those who may change it. */
export function ResourceList({ resource: declared }: { resource: Resource }) {
  const { can } = useAuth()
  const isHidden = ({ requiredRights }: Resource['columns'][number]) =>
    requiredRights !== undefined && !can(...requiredRights)
  const { subset, ...others } = declared
  const shown = subset && !can(...subset.requiredRights) ? others : declared
  const resource = declared.columns.some(isHidden)
    ? { ...shown, columns: shown.columns.filter((column) => !isHidden(column)) }
    : shown
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
  const { dialog, edit, startImport, partOf } = useDialogs(resource)

  const actionsOf = partOf(slots.rowActions ?? (isEditable(resource) ? EditAlone : undefined))

  return (
    // Fills the frame's height: the table scrolls, its header and page links stay in view.
    <div
      className={
        slots.rows
          ? undefined
          : 'md:flex md:max-h-[calc(100dvh-var(--list-top,3.25rem)-1rem)] md:flex-col print:block print:max-h-none'
      }
    >
      <ListToolbar {...{ resource, controls, listed, columns, heading, edit, startImport }} />

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
          panelOf={partOf(slots.panel, true)}
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

/** The dialogs above a list: its editor, its import and those of its slots. */
function useDialogs(resource: Resource) {
  const { can } = useAuth()
  const mayChange = can(...(resource.requiredRightsToEdit ?? resource.requiredRights))
  /** Stays open when its row leaves. */
  const [dialog, setDialog] = useState<ReactNode>()

  const close = () => setDialog(undefined)
  const edit = (row?: Row, prefilled?: AddRequest['values']) =>
    isEditable(resource) &&
    setDialog(
      <ResourceDialog resource={resource} row={row} prefilled={prefilled} onClose={close} />,
    )
  useAddRequest((values) => resource.label.add && edit(undefined, values))

  const partOf = (Part: ComponentType<RowActionsProps<Row>> | undefined, isForAll = mayChange) =>
    Part && isForAll
      ? (row: Row) => (
          <Part
            row={row}
            title={isolated(resource.title(row))}
            open={(Dialog) => setDialog(<Dialog resource={resource} row={row} onClose={close} />)}
            edit={() => edit(row)}
          />
        )
      : undefined

  const startImport = isImportable(resource)
    ? () =>
        setDialog(
          <PartBoundary failure="The import could not be loaded.">
            <ImportDialog resource={resource} onClose={close} />
          </PartBoundary>,
        )
    : undefined

  return { dialog, edit, startImport, partOf }
}

function EditAlone({ title, edit }: RowActionsProps<Row>) {
  return <RowActions title={title} actions={[editAction({ title, edit })]} />
}
