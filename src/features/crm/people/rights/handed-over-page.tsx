import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useSearchParams } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { downloadFile } from '@/shared/lib/download-file'
import { formatDateTime } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { optionLabel } from '@/shared/lib/option-label'
import { failureText } from '@/shared/supabase/backend-message'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { Loading } from '@/shared/account-ui/loading'
import { Paper, PrintButton, PrintPage } from '@/shared/account-ui/print-page'
import { handOverQuery, type HandedOver } from './rights-queries'

/** Everything that we hold about an address or a record, as a page to print: `?of=<address or id>`. */
export function HandedOverPage() {
  const [params] = useSearchParams()
  const subject = params.get('of')?.trim() ?? ''
  const handOver = useQuery({ ...handOverQuery(subject), enabled: subject !== '' })
  const isAddress = subject.includes('@')
  const { data } = handOver

  return (
    <PrintPage
      title={`What we hold about ${subject}`}
      back={{
        to: isAddress ? `${paths.crm}?person=${encodeURIComponent(subject)}` : paths.crm,
        label: isAddress ? 'Back to the person' : 'Back to the CRM',
      }}
      actions={
        data && (
          <>
            <Button
              variant="outline"
              onClick={() =>
                downloadFile(`data-${data.handed_over_at.slice(0, 10)}.json`, 'application/json', [
                  JSON.stringify(data, null, 2),
                ])
              }
            >
              <Download aria-hidden="true" />
              Download JSON
            </Button>
            <PrintButton />
          </>
        )
      }
    >
      {data ? (
        <Document data={data} />
      ) : subject === '' || failureText(handOver.error).startsWith('We hold nothing') ? (
        <EmptyState
          as="h1"
          title="Nothing to hand over"
          text="We hold nothing about this person."
        />
      ) : (
        <Loading
          query={handOver}
          title={failureText(handOver.error)}
          className="my-16"
          label="Looking in every table..."
        />
      )}
    </PrintPage>
  )
}

function Document({ data }: { data: HandedOver }) {
  return (
    <Paper address={[organisation.email]}>
      <h1 className="mt-10 text-heading">What we hold about you</h1>
      <p className="mt-2 wrap-anywhere text-ink-soft">
        {data.about} · {formatDateTime(data.handed_over_at)}
      </p>
      {data.parts.map(({ label, rows }) => (
        <section key={label} aria-label={label} className="mt-8">
          <h2 className="border-b-2 border-ink pb-1 text-lg font-semibold">{label}</h2>
          {rows.map((row, index) => (
            <Values key={index} row={row} />
          ))}
        </section>
      ))}
    </Paper>
  )
}

function Values({ row }: { row: Record<string, unknown> }) {
  const told = Object.entries(row).filter(([, value]) => !isId(value))
  if (told.length === 0) return null
  return (
    <dl className="grid gap-x-6 gap-y-1 border-b border-line py-3 last:border-b-0 sm:grid-cols-[12rem_minmax(0,1fr)] print:grid-cols-[12rem_minmax(0,1fr)]">
      {told.map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="text-ink-soft">{optionLabel(key)}</dt>
          <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {key === 'changes'
              ? asChanges(value)
              : typeof value === 'number' && amounts.has(key)
                ? formatDollars(value)
                : asText(value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const amounts = new Set(['amount', 'refunded', 'lifetime'])

/** Ids say nothing to a person. The JSON has them. */
const isId = (value: unknown) =>
  typeof value === 'string' && /^[\da-f]{8}-[\da-f-]{27}$/.test(value)

function asText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT/.test(value) ? formatDateTime(value) : value
  if (Array.isArray(value)) return value.map(asText).join(', ')
  if (typeof value !== 'object') return JSON.stringify(value)
  return Object.entries(value)
    .filter(([key, part]) => key !== 'search_text' && !isId(part))
    .map(([key, part]) => `${optionLabel(key)}: ${asText(part)}`)
    .join('\n')
}

/** The entries of the log have a value before and one after. */
const asChanges = (value: unknown) =>
  Object.entries(value as Record<string, unknown>)
    .map(
      ([key, sides]) =>
        `${optionLabel(key)}: ${Array.isArray(sides) ? sides.map(asText).join(' → ') : asText(sides)}`,
    )
    .join('\n')
