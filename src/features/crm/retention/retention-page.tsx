import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { periodInWords } from '@/shared/data/retention'
import { formatDateTime } from '@/shared/lib/format-date'
import { Loading } from '@/shared/account-ui/loading'
import { Button } from '@/shared/ui/button'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { PageHeader } from '@/shared/account-ui/page-header'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '@/shared/account-ui/table'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { dueQuery, rulesQuery, type Due, type Rule } from './retention-queries'

const DuePreview = lazyPart(() => import('./due-preview'))

const ChangePeriod = lazyPart(() => import('./change-period'))

/** For admins: how long each kind of row is kept, how many are due, and the last run. */
export function RetentionPage() {
  const rules = useQuery(rulesQuery)
  const due = useQuery(dueQuery)
  const [changed, setChanged] = useState<string>()
  const [isPreviewing, setPreviewing] = useState(false)
  const change = rules.data?.find(({ rule }) => rule === changed)
  return (
    <>
      <PageHeader
        title="Retention"
        text="How long we keep data. Anything older is deleted every night."
      />
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="max-w-measure text-ink-soft">
          The <Link to={paths.privacy}>privacy policy</Link> promises each rule’s longest period.
          You can shorten a period and set it back, but not go beyond the promise. Open submissions
          are never deleted. The change log records each change.
        </p>
        <Button variant="outline" onClick={() => setPreviewing(true)}>
          Preview
        </Button>
      </div>
      {due.isLoadingError && (
        <LoadFailure title="The data to delete could not be counted." query={due} />
      )}
      {rules.data ? (
        <Rules rules={rules.data} due={due.data} onChange={({ rule }) => setChanged(rule)} />
      ) : (
        <Loading query={rules} what="The rules" className="my-8" label="Loading the rules..." />
      )}
      {isPreviewing && rules.data && (
        <DuePreview rules={rules.data} onClose={() => setPreviewing(false)} />
      )}
      {change && <ChangePeriod rule={change} onClose={() => setChanged(undefined)} />}
    </>
  )
}

interface RulesProps {
  rules: readonly Rule[]
  /** Loading, or not counted. */
  due: readonly Due[] | undefined
  onChange: (rule: Rule) => void
}

const phoneHides = 'max-md:hidden'
const tight = 'max-md:px-2'

function Rules({ rules, due, onChange }: RulesProps) {
  return (
    <Table label="Retention rules">
      <TableHead>
        <TableRow>
          <TableHeaderCell className={tight}>What</TableHeaderCell>
          <TableHeaderCell className={tight}>Kept for</TableHeaderCell>
          <TableHeaderCell isNumeric className={tight}>
            Due now
          </TableHeaderCell>
          <TableHeaderCell className={phoneHides}>Last run</TableHeaderCell>
          <TableHeaderCell className="max-md:px-0">
            <span className="sr-only">Change</span>
          </TableHeaderCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rules.map((rule) => (
          <TableRow key={rule.rule}>
            <TableHeaderCell scope="row" className="min-w-24 py-1.5 max-md:px-2">
              {rule.title}
              {rule.failed_at && (
                <span className="block font-normal text-danger">
                  Failed {formatDateTime(rule.failed_at)}: {rule.error}
                </span>
              )}
            </TableHeaderCell>
            <TableCell className="py-1.5 max-md:px-2">
              <span className="whitespace-nowrap">{periodInWords(rule.kept, rule.unit)}</span>
              {rule.kept < rule.longest && (
                <span className="block text-ink-soft">
                  promised: {periodInWords(rule.longest, rule.unit)}
                </span>
              )}
            </TableCell>
            <TableCell isNumeric className={tight}>
              {due?.find((one) => one.rule === rule.rule)?.due.toLocaleString('en-US') ?? '–'}
            </TableCell>
            <TableCell className={phoneHides}>
              <LastRun rule={rule} />
            </TableCell>
            <TableCell className="text-end max-md:px-0">
              {rule.shortest < rule.longest && (
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Change how long we keep: ${rule.title}`}
                  onClick={() => onChange(rule)}
                >
                  Change
                </Button>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function LastRun({ rule: { last_run_at, last_rows, is_cleared } }: { rule: Rule }) {
  if (!last_run_at) return <span className="text-ink-soft">Not yet</span>
  return (
    <>
      <time dateTime={last_run_at}>{formatDateTime(last_run_at)}</time>
      <span className="text-ink-soft">
        {' '}
        · {(last_rows ?? 0).toLocaleString('en-US')} {is_cleared ? 'cleared' : 'deleted'}
      </span>
    </>
  )
}
