import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cn } from '@/shared/lib/cn'
import { Loading } from '@/shared/account-ui/loading'
import { PartBoundary } from '@/shared/account-ui/part-boundary'
import { SidePanel } from '@/shared/account-ui/side-panel'
import { shown } from './changes'
import type { Resource, Row } from '../core/define-resource'
import { entries, Entry } from './entry'
import { ProtectedFields } from './protected-fields'
import { RecordHistory } from './record-history'
import { recordQuery } from '../core/resource-queries'
import { cellOf, NotGiven } from '../list/resource-table'
import { ActionsVariant } from '../core/row-actions'
import { ShownIds } from '../core/shown-ids'

interface RecordPanelProps {
  resource: Resource
  id: string
  /** The row where the list has it */
  row: Row | undefined
  actionsOf: ((row: Row) => ReactNode) | undefined
  /** Content above the fields. */
  panelOf: ((row: Row) => ReactNode) | undefined
  takesFocus: boolean
  onClose: () => void
}

/** The fields, history and actions of a record. */
export function RecordPanel(props: RecordPanelProps) {
  const { resource, id, row, actionsOf, panelOf, takesFocus, onClose } = props
  const { label, title, fields = {}, table } = resource
  const query = useQuery(recordQuery(resource, id))
  // The list is newer while a change is pending.
  const record = row || query.data ? ({ ...query.data, ...row } as Row) : undefined

  return (
    <SidePanel
      title={record ? title(record) : label.one}
      takesFocus={takesFocus}
      actions={
        record && actionsOf && <ActionsVariant value="panel">{actionsOf(record)}</ActionsVariant>
      }
      onClose={onClose}
    >
      {record && panelOf && (
        <PartBoundary failure="The details could not be loaded.">{panelOf(record)}</PartBoundary>
      )}
      {query.isError || (query.isPending && !row) ? (
        <Loading query={query} what={`The ${label.one}`} className="my-10" />
      ) : !record ? (
        <p className="text-ink-soft">It was removed, or you no longer have access to it.</p>
      ) : (
        <dl className={cn(entries, 'not-first:mt-5')}>
          <ShownIds value={[id]}>
            {resource.columns
              .filter(({ isListOnly }) => !isListOnly)
              .map((column) => (
                <Entry key={column.key} label={column.header}>
                  {cellOf(column, record)}
                </Entry>
              ))}
          </ShownIds>
          {Object.entries(fields)
            .filter(([key]) => !resource.select.includes(key) && !resource.protected?.includes(key))
            .map(([key, { label: name }]) => (
              <Entry key={key} label={name}>
                {record[key] == null ? <NotGiven /> : shown(key, record[key])}
              </Entry>
            ))}
        </dl>
      )}
      {resource.protected && record && (
        <ProtectedFields key={`fields ${id}`} resource={resource} id={id} />
      )}
      {table !== 'change_log' && record && (
        <RecordHistory key={`history ${id}`} id={id} labels={fields} startsOpen />
      )}
    </SidePanel>
  )
}
