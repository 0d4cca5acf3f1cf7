import { useMutation, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState, type ReactNode } from 'react'
import { RecordFiles } from '@/engine/files/record-files'
import { useAuth } from '@/shared/auth/auth-context'
import { formatDay } from '@/shared/lib/format-date'
import { isolated } from '@/shared/lib/isolated'
import { Loading } from '@/shared/account-ui/loading'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import {
  endExemption,
  labelOf,
  recordClearancesQuery,
  type ClearableKind,
  type Evidence,
  type Named,
  type RecordClearances,
} from './clearance-queries'
import { StandingMark } from './standing-mark'

const EvidenceDialog = lazyPart(() => import('./evidence-dialog'))
const ExemptionDialog = lazyPart(() => import('./exemption-dialog'))
const WithdrawDialog = lazyPart(() => import('./withdraw-dialog'))

export interface ClearableRecord {
  kind: ClearableKind
  id: string
  name: string
}

type Opened =
  | { of: 'evidence'; what?: Named }
  | { of: 'exemption'; requirement: RecordClearances['standings'][number] }
  | { of: 'withdrawal' | 'files'; evidence: Evidence }

/** How a mentor or trainer stands in their programs; for those who verify, with evidence and exemptions. */
export function ClearancesPart({ record }: { record: ClearableRecord }) {
  const { can } = useAuth()
  const clearances = useQuery(recordClearancesQuery(record.kind, record.id))
  const ending = useMutation(endExemption)
  const [opened, open] = useState<Opened>()
  const close = () => open(undefined)
  const { data } = clearances
  const mayEnter = can('can_verify_clearances') && data?.is_own === false
  return (
    <section aria-label="Clearances" className="mb-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-sans text-sm font-semibold">Clearances</h3>
        {mayEnter && (
          <Button variant="ghost" size="sm" onClick={() => open({ of: 'evidence' })}>
            <Plus aria-hidden="true" />
            Add evidence
          </Button>
        )}
      </div>
      {data?.is_own && (
        <p className="text-sm text-ink-soft">
          This is you. A colleague has to verify your clearances.
        </p>
      )}
      {data === undefined ? (
        <Loading query={clearances} what="The clearances" className="my-3" />
      ) : data === null ? (
        <p className="text-sm text-ink-soft">This record no longer exists.</p>
      ) : (
        <>
          <Part label="In programs" empty="No program that they are in requires anything.">
            {data.standings
              .filter(({ is_in }) => is_in)
              .map((one) => (
                <StandingLine key={one.requirement_id} standing={one} open={mayEnter && open} />
              ))}
          </Part>
          {data.standings.some(({ is_in }) => !is_in) && (
            <details className="mt-2">
              <summary className="min-h-8 cursor-pointer text-sm text-ink-soft">
                Programs that they could join
              </summary>
              <ul aria-label="Programs that they could join">
                {data.standings
                  .filter(({ is_in }) => !is_in)
                  .map((one) => (
                    <StandingLine key={one.requirement_id} standing={one} open={mayEnter && open} />
                  ))}
              </ul>
            </details>
          )}
          {data.evidence && (
            <Part label="Evidence" empty="No evidence yet.">
              {data.evidence.map((one) => (
                <li
                  key={one.id}
                  className="flex flex-wrap items-start justify-between gap-x-3 border-b border-line py-1.5"
                >
                  <EvidenceText evidence={one} />
                  <span className="flex gap-1">
                    <Button
                      variant="ghost"
                      size="sm"
                      aria-label={`Files of ${labelOf(one)}, done ${formatDay(one.done_on)}`}
                      onClick={() => open({ of: 'files', evidence: one })}
                    >
                      Files
                    </Button>
                    {mayEnter && one.withdrawn_reason === null && (
                      <Button
                        variant="ghost"
                        size="sm"
                        aria-label={`Withdraw ${labelOf(one)}, done ${formatDay(one.done_on)}`}
                        onClick={() => open({ of: 'withdrawal', evidence: one })}
                      >
                        Withdraw
                      </Button>
                    )}
                  </span>
                </li>
              ))}
            </Part>
          )}
          {data.exemptions && data.exemptions.length > 0 && (
            <Part label="Exemptions">
              {data.exemptions.map((one) => (
                <li
                  key={one.id}
                  className="flex flex-wrap items-start justify-between gap-x-3 border-b border-line py-1.5"
                >
                  <span className="min-w-0 wrap-anywhere">
                    {isolated(labelOf(one))} in {isolated(one.program)}
                    <span className="block text-sm text-ink-soft" dir="auto">
                      {formatDay(one.starts_on)} to {formatDay(one.ends_on)}, by{' '}
                      {one.author_name ?? 'a former colleague'}: {one.reason}
                    </span>
                  </span>
                  {mayEnter && (
                    <Button
                      variant="ghost"
                      size="sm"
                      aria-label={`End the exemption from ${labelOf(one)}`}
                      loading={ending.isPending && ending.variables === one.id}
                      onClick={() => ending.mutate(one.id)}
                    >
                      End now
                    </Button>
                  )}
                </li>
              ))}
            </Part>
          )}
        </>
      )}
      {opened?.of === 'evidence' && (
        <EvidenceDialog record={record} what={opened.what} onClose={close} />
      )}
      {opened?.of === 'exemption' && (
        <ExemptionDialog record={record} requirement={opened.requirement} onClose={close} />
      )}
      {opened?.of === 'withdrawal' && <WithdrawDialog evidence={opened.evidence} onClose={close} />}
      {opened?.of === 'files' && (
        <Dialog open onOpenChange={close}>
          <DialogContent
            size="sm"
            title={labelOf(opened.evidence)}
            description={`Evidence of ${record.name}, done ${formatDay(opened.evidence.done_on)}.`}
          >
            <RecordFiles
              record={{
                kind: 'clearances',
                id: opened.evidence.id,
                name: labelOf(opened.evidence),
              }}
            />
          </DialogContent>
        </Dialog>
      )}
    </section>
  )
}

interface StandingLineProps {
  standing: RecordClearances['standings'][number]
  /** Opens the dialogs; false for those who may not enter anything. */
  open: false | ((opened: Opened) => void)
}

function StandingLine({ standing, open }: StandingLineProps) {
  const label = `${labelOf(standing)} in ${standing.program}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line py-1.5">
      <span className="min-w-0">
        <StandingMark standing={standing} />
        <span className="block text-sm wrap-anywhere text-ink-soft">
          {isolated(standing.program)}
          {standing.is_exempt && ', exempt'}
        </span>
      </span>
      {open && standing.state !== 'met' && (
        <span className="flex gap-1">
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Add evidence: ${label}`}
            onClick={() => open({ of: 'evidence', what: standing })}
          >
            Add
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Exempt from ${label}`}
            onClick={() => open({ of: 'exemption', requirement: standing })}
          >
            Exempt
          </Button>
        </span>
      )}
    </li>
  )
}

function Part({
  label,
  empty,
  children,
}: {
  label: string
  empty?: string
  children: ReactNode[]
}) {
  return (
    <>
      <h4 className="mt-2 font-sans text-sm text-ink-soft">{label}</h4>
      {children.length > 0 ? (
        <ul aria-label={label}>{children}</ul>
      ) : (
        <p className="text-sm text-ink-soft">{empty}</p>
      )}
    </>
  )
}

function EvidenceText({ evidence }: { evidence: Evidence }) {
  const { done_on, valid_until, note, verifier_name, withdrawn_reason, is_own } = evidence
  return (
    <span className="min-w-0 wrap-anywhere">
      {isolated(labelOf(evidence))}
      <span className="block text-sm text-ink-soft">
        Done {formatDay(done_on)}
        {valid_until && `, valid until ${formatDay(valid_until)}`}, verified by{' '}
        {verifier_name ?? 'a former colleague'}
      </span>
      {note && (
        <span className="block text-sm whitespace-pre-line text-ink-soft" dir="auto">
          {note}
        </span>
      )}
      {withdrawn_reason !== null && (
        <span className="block text-sm text-danger-ink" dir="auto">
          Withdrawn: {withdrawn_reason}
        </span>
      )}
      {is_own && (
        <span className="block text-sm text-danger-ink">
          It does not count: nobody verifies themselves.
        </span>
      )}
    </span>
  )
}
