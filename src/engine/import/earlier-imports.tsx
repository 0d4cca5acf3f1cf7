import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate, formatDateTime } from '@/shared/lib/format-date'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Failure } from '@/shared/account-ui/failure'
import { CheckboxField } from '@/shared/ui/field'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { Loading } from '@/shared/account-ui/loading'
import { notify } from '@/shared/ui/notify'
import type { ImportTarget } from '../core/define-resource'
import { countText } from '../list/use-list-page'
import { count, Progress } from './check-parts'
import {
  importStateQuery,
  importsQuery,
  undoImport,
  type EarlierImport,
  type ImportState,
} from './import-queries'

/** The imports that the reader may undo; renders nothing without any. */
export function EarlierImports({ resource }: { resource: ImportTarget }) {
  const imports = useQuery(importsQuery(resource.table))
  const [chosen, setChosen] = useState<EarlierImport>()
  const [now] = useState(Date.now)
  if (imports.isError) {
    return (
      <LoadFailure title="Earlier imports could not be loaded." query={imports} className="mt-6" />
    )
  }
  if (!imports.data || imports.data.length === 0) return null
  return (
    <section className="mt-6 border-t border-line pt-4">
      <h4 className="font-semibold">Earlier imports</h4>
      <ul className="mt-2 grid gap-3">
        {imports.data.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <p className="break-words">
                <bdi>{one.file_name}</bdi>
              </p>
              <p className="text-sm text-ink-soft">
                <time dateTime={one.created_at}>{formatDateTime(one.created_at)}</time>
                {`, ${one.imported_by_name ?? 'someone'}: ${stateOf(one, resource)}`}
              </p>
              <p className="text-sm text-ink-soft">
                {isOver(one, now) ? 'Could be undone until ' : 'Can be undone until '}
                <time dateTime={one.ends_at}>{formatDate(one.ends_at)}</time>
              </p>
            </div>
            {!isOver(one, now) && (
              <Button
                variant="outline"
                size="sm"
                aria-label={`Undo import of ${one.file_name}`}
                onClick={() => setChosen(one)}
              >
                Undo import
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen && (
        <UndoDialog
          resource={resource}
          id={chosen.id}
          fileName={chosen.file_name}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  )
}

const isOver = ({ ends_at }: EarlierImport, now: number) => Date.parse(ends_at) <= now

function stateOf(
  { rows_left, row_count, received, undone_at }: EarlierImport,
  resource: ImportTarget,
) {
  if (undone_at) return `undone except for ${countText(rows_left, resource)}`
  if (received < row_count) return `not finished, ${count(rows_left)} of ${count(row_count)} rows`
  return countText(rows_left, resource)
}

const attachedLabels: Readonly<Record<string, string>> = {
  program_mentees: 'program assignments',
  program_mentors: 'program assignments',
  program_trainers: 'program assignments',
  clearances: 'pieces of evidence',
  clearance_exemptions: 'exemptions',
}

/** As in "3 program assignments", from numbers of rows by table */
function attached(along: Readonly<Record<string, number>>): string {
  const totals = new Map<string, number>()
  for (const [table, number] of Object.entries(along)) {
    const label = attachedLabels[table] ?? table.replaceAll('_', ' ')
    totals.set(label, (totals.get(label) ?? 0) + number)
  }
  return [...totals]
    .map(([label, number]) => `${count(number)} ${number === 1 ? label.replace(/s$/, '') : label}`)
    .join(', ')
}

interface UndoDialogProps {
  resource: ImportTarget
  id: string
  fileName: string
  onClose: () => void
  onUndone?: () => void
}

/** Asks before an import is undone, and lists the rows to remove. */
export function UndoDialog(props: UndoDialogProps) {
  const { resource, id, fileName, onClose, onUndone } = props
  const state = useQuery(importStateQuery(resource.table, id))
  const [withChanged, setWithChanged] = useState(false)
  const [removed, setRemoved] = useState(0)
  const undoing = useMutation(undoImport(resource.table))
  const { untouched = 0, changed = 0, along = {}, unsubscribed = 0 } = state.data ?? {}
  const total = untouched + (withChanged ? changed : 0)

  function confirm() {
    setRemoved(0)
    undoing.mutate(
      {
        id,
        confirmed: { untouched, ...(withChanged && { changed, ...along }) },
        onProgress: setRemoved,
      },
      {
        // The numbers may have changed: show them before more is removed.
        onError: () => {
          setWithChanged(false)
          void state.refetch()
        },
        onSuccess: ({ removed: gone, kept }) => {
          notify({
            title: `${countText(gone, resource)} removed`,
            ...(kept > 0 && { description: `${count(kept)} ${kept === 1 ? 'was' : 'were'} kept.` }),
            tone: 'success',
          })
          onClose()
          onUndone?.()
        },
      },
    )
  }

  return (
    <Dialog open onOpenChange={() => !undoing.isPending && onClose()}>
      <DialogContent
        size="sm"
        title={<span className="break-words">Undo import of “{fileName}”?</span>}
        description="This removes everything that came with this file and can’t be reversed. The change log records it."
      >
        {state.isError || !state.data ? (
          <Loading
            query={state}
            title="Its rows could not be checked."
            label="Checking its rows..."
            className="my-6"
          />
        ) : undoing.isPending ? (
          <Progress
            label="Rows removed"
            share={total === 0 ? 1 : removed / total}
            text={`${count(removed)} of ${count(total)}`}
          />
        ) : (
          <>
            <Removed
              state={state.data}
              resource={resource}
              withChanged={withChanged}
              onChange={setWithChanged}
            />
            <Failure
              of={undoing}
              title={removed > 0 ? 'The import was only partly undone.' : 'Nothing was undone.'}
              className="mt-4"
            />
          </>
        )}
        <DialogFooter>
          <DialogClose variant="outline" disabled={undoing.isPending}>
            Keep it
          </DialogClose>
          <Button
            variant="danger"
            disabled={total + unsubscribed === 0 || state.isFetching}
            loading={undoing.isPending}
            onClick={confirm}
          >
            {total === 0 ? 'Undo import' : `Remove ${countText(total, resource)}`}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

interface RemovedProps {
  state: ImportState
  resource: ImportTarget
  withChanged: boolean
  onChange: (withChanged: boolean) => void
}

function Removed({ state, resource, withChanged, onChange }: RemovedProps) {
  const { untouched, changed, kept: fixed, along, unsubscribed } = state
  const lost = attached(along)
  return (
    <>
      {(untouched > 0 || changed + fixed + unsubscribed === 0) && (
        <p className="mt-2">
          {countText(untouched, resource)} {untouched === 1 ? 'is' : 'are'} unchanged and will be
          removed.
        </p>
      )}
      {unsubscribed > 0 && (
        <p className="mt-2">
          {count(unsubscribed)} {unsubscribed === 1 ? 'address' : 'addresses'} will no longer be
          kept unsubscribed.
        </p>
      )}
      {changed > 0 && (
        <>
          <p className="mt-2">
            {countText(changed, resource)} {changed === 1 ? 'was' : 'were'} changed, or{' '}
            {changed === 1 ? 'is' : 'are'} used elsewhere, and will be{' '}
            {withChanged ? 'removed' : 'kept'}.
          </p>
          <CheckboxField
            label={`Remove ${changed === 1 ? 'this one' : 'these'} too${lost && `, and ${lost} with ${changed === 1 ? 'it' : 'them'}`}`}
            checked={withChanged}
            onChange={({ target }) => onChange(target.checked)}
          />
        </>
      )}
      {fixed > 0 && (
        <p className="mt-2">
          {countText(fixed, resource)} will be kept in any case, because you can’t remove what
          depends on {fixed === 1 ? 'it' : 'them'}.
        </p>
      )}
    </>
  )
}
