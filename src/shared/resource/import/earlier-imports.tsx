import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '@/shared/lib/format-date'
import { failureText } from '@/shared/supabase/backend-message'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { CheckboxField } from '@/shared/ui/field'
import { LoadFailure } from '@/shared/ui/load-failure'
import { notify } from '@/shared/ui/notify'
import { Spinner } from '@/shared/ui/spinner'
import type { Resource } from '../define/define-resource'
import { count, Progress, things } from './check-parts'
import {
  importStateQuery,
  importsQuery,
  takeBackImport,
  type EarlierImport,
} from './import-queries'

/** The imports that the reader may take back; nothing where there are none. */
export function EarlierImports({ resource }: { resource: Resource }) {
  const imports = useQuery(importsQuery(resource.table))
  const [chosen, setChosen] = useState<EarlierImport>()
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
                {`, ${one.imported_by_name ?? 'somebody'}: ${stateOf(one, resource)}`}
              </p>
            </div>
            <Button
              variant="outline"
              size="sm"
              aria-label={`Take back ${one.file_name}`}
              onClick={() => setChosen(one)}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
      {chosen && (
        <TakeBackDialog
          resource={resource}
          id={chosen.id}
          fileName={chosen.file_name}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  )
}

function stateOf(
  { rows_left, row_count, received, taken_back_at }: EarlierImport,
  resource: Resource,
) {
  if (taken_back_at) return `taken back but for ${things(resource, rows_left)}`
  if (received < row_count) return `not finished, ${count(rows_left)} of ${count(row_count)} rows`
  return things(resource, rows_left)
}

interface TakeBackDialogProps {
  resource: Resource
  id: string
  fileName: string
  onClose: () => void
  onTakenBack?: () => void
}

/** Says what is lost with it before an import is taken back. */
export function TakeBackDialog(props: TakeBackDialogProps) {
  const { resource, id, fileName, onClose, onTakenBack } = props
  const state = useQuery(importStateQuery(resource.table, id))
  const [withChanged, setWithChanged] = useState(false)
  const [removed, setRemoved] = useState(0)
  const takingBack = useMutation(takeBackImport(resource.table))
  const { untouched = 0, changed = 0 } = state.data ?? {}
  const total = untouched + (withChanged ? changed : 0)

  function confirm() {
    takingBack.mutate(
      { id, withChanged, onProgress: setRemoved },
      {
        onSuccess: ({ removed: gone, kept }) => {
          notify({
            title: `${things(resource, gone)} taken back`,
            ...(kept > 0 && { description: `${count(kept)} were kept.` }),
            tone: 'success',
          })
          onClose()
          onTakenBack?.()
        },
      },
    )
  }

  return (
    <Dialog open onOpenChange={() => !takingBack.isPending && onClose()}>
      <DialogContent
        size="sm"
        title={<span className="break-words">Take back “{fileName}”?</span>}
        description="Removes what came with this file. It cannot be undone; the change log keeps that it was here."
      >
        {state.isError ? (
          <LoadFailure title="What became of its rows could not be read." query={state} />
        ) : !state.data ? (
          <Spinner label="Looking at its rows..." className="my-6" />
        ) : takingBack.isPending ? (
          <Progress
            label="Rows taken back"
            share={total === 0 ? 1 : removed / total}
            text={`${count(removed)} of ${count(total)}`}
          />
        ) : (
          <>
            <p>
              {things(resource, untouched)} {untouched === 1 ? 'is' : 'are'} as imported and will be
              removed.
            </p>
            {changed > 0 && (
              <>
                <p className="mt-2">
                  {things(resource, changed)} {changed === 1 ? 'was' : 'were'} changed since, or{' '}
                  {changed === 1 ? 'is' : 'are'} used elsewhere, and will be kept.
                </p>
                <CheckboxField
                  label="Remove these too, with what refers to them"
                  checked={withChanged}
                  onChange={({ target }) => setWithChanged(target.checked)}
                />
              </>
            )}
            {takingBack.isError && (
              <Alert
                tone="danger"
                role="alert"
                title="It was not taken back as a whole."
                className="mt-4"
              >
                {failureText(takingBack.error)}
              </Alert>
            )}
          </>
        )}
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline" disabled={takingBack.isPending}>
              Keep it
            </Button>
          </DialogClose>
          <Button
            variant="danger"
            disabled={!state.data}
            loading={takingBack.isPending}
            onClick={confirm}
          >
            Take back
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
