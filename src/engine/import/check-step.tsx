import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Alert } from '@/shared/ui/alert'
import { Failure } from '@/shared/account-ui/failure'
import { Button } from '@/shared/ui/button'
import { DialogFooter } from '@/shared/ui/dialog'
import { CheckboxField } from '@/shared/ui/field'
import type { ImportForm, ImportTarget } from '../core/define-resource'
import { checkFile } from './check-file'
import {
  count,
  DuplicateRows,
  Hints,
  NotImported,
  Preview,
  Progress,
  SkippedRows,
  SkippedRowsButton,
} from './check-parts'
import { countText } from '../list/use-list-page'
import type { Checked, ReadyRow, SkippedRow, UnsureDonor } from './check-rows'
import { UndoDialog } from './earlier-imports'
import { columnsBesides, type Plan } from './plan'
import type { ChosenFile } from './read-csv'
import { Step } from './step'
import { importRows, type ImportOutcome } from './import-queries'
import { withDonors } from './unsure-donors'
import { WhoIsThis } from './who-is-this'

interface CheckStepProps {
  resource: ImportTarget
  form: ImportForm
  file: ChosenFile
  plan: Plan
  onBack: () => void
  onWork: (state: { isDirty: boolean; isSaving: boolean }) => void
  onDone: () => void
}

/** Shows the rows that can be stored, the skipped ones and why, then runs the import. */
export function CheckStep(props: CheckStepProps) {
  const { resource, form, file, plan, onBack } = props
  const [checked, setChecked] = useState<Checked>()
  const [share, setShare] = useState(0)
  const [failure, setFailure] = useState<Error>()
  const [attempt, setAttempt] = useState(0)

  const check = useEffectEvent((signal: AbortSignal) => {
    checkFile({ resource, form, file, plan, signal, onProgress: setShare })
      .then((result) => !signal.aborted && setChecked(result))
      .catch((error: unknown) => !signal.aborted && setFailure(error as Error))
  })
  useEffect(() => {
    const controller = new AbortController()
    check(controller.signal)
    return () => controller.abort()
  }, [attempt])

  if (checked) return <Result {...props} checked={checked} />
  return (
    <Step number={3} title="Checking the rows">
      {failure ? (
        <Failure of={{ error: failure }} title="Stored records could not be checked.">
          <Button
            variant="outline"
            size="sm"
            className="mt-3 flex"
            onClick={() => {
              setFailure(undefined)
              setAttempt(attempt + 1)
            }}
          >
            Try again
          </Button>
        </Failure>
      ) : (
        <Progress label="Rows checked" share={share} />
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onBack}>
          Back
        </Button>
      </DialogFooter>
    </Step>
  )
}

function Result(props: CheckStepProps & { checked: Checked }) {
  const { resource, file, checked, onWork, onDone } = props
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set())
  const [donors, setDonors] = useState<ReadonlyMap<UnsureDonor, string>>(new Map())
  const [isAttested, setAttested] = useState(false)
  const [isUndoing, setUndoing] = useState(false)
  const [id] = useState(() => crypto.randomUUID())
  const { importing, stored, run, cancel } = useImport(resource, onWork)

  const isTaken = ({ row }: ReadyRow) => taken.has(row)
  const rows = inOrder([...checked.ready, ...checked.duplicates.filter(isTaken)])
  const { unsure } = checked
  const skippedRows = inOrder([
    ...checked.refused,
    ...checked.leftOut,
    ...checked.duplicates
      .filter((row) => !isTaken(row))
      .map((row) => ({ ...row, reasons: [row.reason] })),
  ])

  const { unsubscribed } = checked
  const all = rows.length + unsubscribed.length

  if (importing.isPending) return <Running stored={stored} of={all} onCancel={cancel} />

  const undo = () => setUndoing(true)
  const undoDialog = isUndoing && (
    <UndoDialog
      resource={resource}
      id={id}
      fileName={file.name}
      onClose={() => setUndoing(false)}
      onUndone={onDone}
    />
  )
  const { data: outcome } = importing
  if (outcome?.kind === 'stored') {
    const known = rows.length - outcome.rows
    return (
      <Step key="stored" number={3} title="Imported">
        <Alert tone="success" role="status">
          {countText(outcome.rows, resource)} {outcome.rows === 1 ? 'was' : 'were'} imported.
          {unsubscribed.length > 0 && ` ${keptText(unsubscribed.length)}.`}
          {known > 0 && ` ${count(known)} had already been stored by others.`}
          {skippedRows.length > 0 &&
            ` ${count(skippedRows.length)} ${skippedRows.length === 1 ? 'row was' : 'rows were'} skipped.`}
          {'  You can undo this for 30 days.'}
        </Alert>
        <DialogFooter>
          <SkippedRowsButton file={file} rows={skippedRows} />
          <Button variant="outline" onClick={undo}>
            Undo import
          </Button>
          <Button onClick={onDone}>Done</Button>
        </DialogFooter>
        {undoDialog}
      </Step>
    )
  }

  if (outcome?.kind === 'partiallyReverted') {
    return (
      <Step key="partially-reverted" number={3} title="Not imported">
        <Alert tone="danger" role="alert" title="The import was only partly undone.">
          {countText(outcome.rows, resource)} {outcome.rows === 1 ? 'stays' : 'stay'}, because
          someone changed {outcome.rows === 1 ? 'it' : 'them'} or used{' '}
          {outcome.rows === 1 ? 'it' : 'them'} elsewhere. {outcome.reason}
        </Alert>
        <DialogFooter>
          <Button variant="outline" onClick={undo}>
            Undo the rest
          </Button>
          <Button onClick={onDone}>Keep</Button>
        </DialogFooter>
        {undoDialog}
      </Step>
    )
  }

  return (
    <Step key="checked" number={3} title="Review the import">
      <Review
        {...props}
        rows={rows}
        skippedRows={skippedRows}
        stored={stored}
        outcome={outcome}
        isInterrupted={outcome?.kind === 'interrupted' || importing.isError}
        taken={taken}
        onTake={setTaken}
        donors={donors}
        onDonors={setDonors}
        attested={{ checked: isAttested, onChange: setAttested }}
        onUndo={undo}
        onImport={() =>
          run({
            id,
            name: file.name,
            rows: [...withDonors(rows, unsure, donors), ...unsubscribed],
            isAttested,
          })
        }
      />
      {undoDialog}
    </Step>
  )
}

/** Runs an import, as often as it takes to finish. */
function useImport(resource: ImportTarget, onWork: CheckStepProps['onWork']) {
  const [stored, setStored] = useState(0)
  const running = useRef<AbortController>(null)
  const importing = useMutation(importRows(resource))
  const cancel = () => running.current?.abort()
  // Leaving the page aborts the import, which removes its rows.
  useEffect(() => () => running.current?.abort(), [])

  function run(file: Parameters<typeof importing.mutate>[0]['file']) {
    running.current = new AbortController()
    onWork({ isDirty: true, isSaving: true })
    if (importing.data?.kind === 'nothing') setStored(0)
    importing.mutate(
      { file, signal: running.current.signal, onProgress: setStored },
      { onSettled: (outcome) => onWork({ isDirty: outcome?.kind !== 'stored', isSaving: false }) },
    )
  }
  return { importing, stored, run, cancel }
}

interface RunningProps {
  stored: number
  of: number
  onCancel: () => void
}

function Running({ stored, of, onCancel }: RunningProps) {
  return (
    <Step number={3} title="Importing">
      <Progress label="Rows stored" share={stored / of} text={`${count(stored)} of ${count(of)}`} />
      <p className="mt-3 text-sm text-ink-soft">
        Please leave this page open. If you cancel, rows stored so far are removed.
      </p>
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </DialogFooter>
    </Step>
  )
}

interface Choice {
  checked: boolean
  onChange: (checked: boolean) => void
}

interface ReviewProps extends Pick<
  CheckStepProps,
  'resource' | 'form' | 'file' | 'plan' | 'onBack'
> {
  checked: Checked
  rows: readonly ReadyRow[]
  skippedRows: readonly SkippedRow[]
  /** How many rows an interrupted import has stored */
  stored: number
  outcome: ImportOutcome | undefined
  isInterrupted: boolean
  /** The numbers of the duplicates that are imported too */
  taken: ReadonlySet<number>
  onTake: (taken: ReadonlySet<number>) => void
  /** The donors that someone picked */
  donors: ReadonlyMap<UnsureDonor, string>
  onDonors: (donors: ReadonlyMap<UnsureDonor, string>) => void
  attested: Choice
  onUndo: () => void
  onImport: () => void
}

/** What would be imported, before the import and after one that did not finish. */
function Review(props: ReviewProps) {
  const { resource, form, file, checked, rows, skippedRows, stored, outcome, isInterrupted } = props
  const { plan, taken, onTake, attested, onBack, onUndo, onImport } = props
  const all = rows.length + checked.unsubscribed.length
  return (
    <>
      {outcome?.kind === 'nothing' && (
        <Alert
          tone={outcome.reason ? 'danger' : 'info'}
          role="alert"
          title={outcome.reason ? 'Nothing was imported.' : 'The import was cancelled.'}
          className="mb-4"
        >
          {outcome.reason ?? 'Nothing was kept.'}
        </Alert>
      )}
      {isInterrupted && (
        <Alert tone="danger" role="alert" title="The import is not finished." className="mb-4">
          {count(stored)} of {count(all)} rows are stored.{' '}
          {(outcome?.kind === 'interrupted' && outcome.reason) ||
            'Continue when the server can be reached again, or undo the import.'}{' '}
          Unfinished imports are listed where you choose a file, for administrators too.
        </Alert>
      )}
      <ul className="grid gap-1">
        <li>
          <strong>{countText(checked.ready.length, resource)}</strong> can be imported.
        </li>
        {checked.duplicates.length > 0 && (
          <li>
            <strong>{count(checked.duplicates.length)}</strong>{' '}
            {checked.duplicates.length === 1 ? 'is a duplicate' : 'are duplicates'}
            {resource.isUnique && ', and the list allows each only once'}.
          </li>
        )}
        {checked.unsubscribed.length > 0 && <li>{keptText(checked.unsubscribed.length)}.</li>}
        {checked.leftOut.length > 0 && (
          <li>
            <strong>{count(checked.leftOut.length)}</strong>{' '}
            {checked.leftOut.length === 1 ? 'is' : 'are'} left out, by what the file says of{' '}
            {checked.leftOut.length === 1 ? 'it' : 'them'}.
          </li>
        )}
        {checked.refused.length > 0 && (
          <li>
            <strong>{count(checked.refused.length)}</strong> cannot be stored.
          </li>
        )}
      </ul>
      <NotImported
        className="mt-2"
        file={file}
        mapping={plan.mapping}
        besides={columnsBesides(form, plan)}
      />
      {!resource.isUnique && (
        <DuplicateRows
          form={form}
          rows={checked.duplicates}
          taken={taken}
          disabled={isInterrupted}
          onTake={onTake}
        />
      )}
      <WhoIsThis
        unsure={checked.unsure}
        chosen={props.donors}
        disabled={isInterrupted}
        onChoose={props.onDonors}
      />
      <Hints hints={checked.hints} />
      <SkippedRows rows={skippedRows} />
      <Preview form={form} rows={rows} />
      {form.statement && rows.length > 0 && (
        <CheckboxField
          className="mt-5"
          label={form.statement.label}
          description={form.statement.otherwise}
          checked={attested.checked}
          disabled={isInterrupted}
          onChange={({ target }) => attested.onChange(target.checked)}
        />
      )}
      <DialogFooter>
        <SkippedRowsButton file={file} rows={skippedRows} />
        {isInterrupted ? (
          <Button variant="outline" onClick={onUndo}>
            Undo import
          </Button>
        ) : (
          <Button variant="outline" onClick={onBack}>
            Back
          </Button>
        )}
        <Button disabled={all === 0} onClick={onImport}>
          {isInterrupted
            ? 'Continue'
            : rows.length > 0 || all === 0
              ? `Import ${countText(rows.length, resource)}`
              : `Keep ${count(all)} unsubscribed`}
        </Button>
      </DialogFooter>
    </>
  )
}

const keptText = (addresses: number) =>
  `${count(addresses)} ${addresses === 1 ? 'address stays' : 'addresses stay'} unsubscribed: no campaign goes there, and a subscription here ends`

const inOrder = <Row extends { row: number }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => one.row - other.row)
