import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import Mail from 'lucide-react/icons/mail'
import Printer from 'lucide-react/icons/printer'
import { useId, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { formatDateTime } from '@/shared/lib/format-date'
import { officeDay } from '@/shared/lib/office-day'
import type { RpcRow } from '@/shared/supabase/ask'
import { Button } from '@/shared/ui/button'
import { NativeSelect } from '@/shared/ui/native-select'
import { Loading } from '@/shared/account-ui/loading'
import { PageHeader } from '@/shared/account-ui/page-header'
import { Panel } from '@/shared/account-ui/panel'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { viewAddress } from '../donors/donor-views'
import {
  firstYearQuery,
  mailReceipts,
  pilesQuery,
  printReceipts,
  progressQuery,
  runQuery,
  wordingQuery,
} from './receipt-queries'

const UncheckedWording = lazyPart(() => import('./unchecked-wording'))
const Withdrawn = lazyPart(() => import('./withdrawn'))
const LeftOutDonors = lazyPart(() => import('./left-out-donors'))
const ReceiptQuestions = lazyPart(() => import('./receipt-questions'))
const QuestionDialog = lazyPart(() => import('@/shared/account-ui/question-dialog'))

const count = (number: number) => number.toLocaleString('en-US')
const receipts = (number: number) => `${count(number)} ${number === 1 ? 'receipt' : 'receipts'}`

/** This year from July on, since its receipts come next. */
const [thisYear, month] = officeDay(new Date()).split('-').map(Number) as [number, number]
const usualYear = month > 6 ? thisYear : thisYear - 1

const SOON_MS = 3_000

/** The receipts of a year for all donors: by email, on paper, and who is left out. */
export function YearEndPage() {
  const { can } = useAuth()
  const [params, setParams] = useSearchParams()
  const asked = params.get('year') ?? ''
  const year = /^(19|20|21)\d{2}$/.test(asked) ? Number(asked) : usualYear
  const first = useQuery(firstYearQuery)
  const given = first.data?.[0]?.created_at
  const oldest = Math.min(given ? Number(officeDay(given).slice(0, 4)) : thisYear, year)
  const years = Array.from(
    { length: Math.max(thisYear, year) - oldest + 1 },
    (_, place) => Math.max(thisYear, year) - place,
  )
  const yearId = useId()
  return (
    <>
      <PageHeader title="Year-end receipts" text="One receipt for each donor of a year." />
      <p className="mb-4 flex flex-wrap gap-x-6 gap-y-1">
        <Link to={viewAddress('donors')}>Back to the donors</Link>
        {can('admin') && <Link to={paths.receiptWording}>Wording of receipts</Link>}
      </p>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <label htmlFor={yearId} className="font-semibold">
          Year
        </label>
        <NativeSelect
          id={yearId}
          className="w-32"
          savesAtOnce
          value={year}
          onChange={({ target }) => setParams({ year: target.value }, { replace: true })}
        >
          {years.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </NativeSelect>
      </div>
      <UncheckedWording />
      <Run key={year} year={year} />
    </>
  )
}

function Run({ year }: { year: number }) {
  const progress = useQuery({
    ...progressQuery(year),
    refetchInterval: ({ state: { data, error } }) =>
      !error && (data?.[0]?.unqueued || data?.[0]?.waiting) ? SOON_MS : false,
  })
  const mails = progress.data?.[0]
  const isQueueing = (mails?.unqueued ?? 0) > 0
  const run = useQuery({ ...runQuery(year, isQueueing), placeholderData: keepPreviousData })
  const figures = run.data?.[0]
  if (!figures || !mails) {
    return (
      <Loading
        query={run.isError ? run : progress}
        what="The donors"
        label="Counting the donors..."
        className="my-8"
      />
    )
  }
  if (figures.donors === 0) {
    return (
      <div className="grid gap-4">
        <p className="text-ink-soft">No gift of {year} needs a receipt.</p>
        <Withdrawn year={year} />
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <Panel title={`Donors of ${year}`}>
        <dl className="grid grid-cols-[minmax(0,1fr)_max-content] gap-x-6 gap-y-1 sm:max-w-measure">
          {(
            [
              ['Donors with gifts in this year', figures.donors],
              ['Have their receipt', figures.given],
              ['Get it by email', figures.to_mail],
              ['Get it on paper: no email, or they want it by post', figures.to_print],
              ['Have neither', figures.no_address],
              ['Deceased, or not to be contacted', figures.not_contacted],
            ] as const
          ).map(([name, number]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd className="text-end font-semibold tabular-nums">{count(number)}</dd>
            </div>
          ))}
        </dl>
        {figures.new_versions > 0 && (
          <p className="mt-3 text-sm text-ink-soft">
            {count(figures.new_versions)} of them had a receipt before their gifts changed. The new
            one says which number it replaces.
          </p>
        )}
      </Panel>
      <ReceiptQuestions year={year} />
      <div className="grid gap-4 lg:grid-cols-2">
        <ByMail year={year} toMail={figures.to_mail} mails={mails} />
        <OnPaper year={year} toPrint={figures.to_print} />
      </div>
      {figures.no_address + figures.not_contacted > 0 && (
        <LeftOutDonors year={year} total={figures.no_address + figures.not_contacted} />
      )}
      <Withdrawn year={year} />
    </div>
  )
}

interface ByMailProps {
  year: number
  toMail: number
  mails: RpcRow<'receipt_progress'>
}

function ByMail({ year, toMail, mails }: ByMailProps) {
  const mail = useMutation(mailReceipts)
  const { data: wording } = useQuery(wordingQuery)
  const [isAsking, setAsking] = useState(false)
  const waitsId = useId()
  const { unqueued, waiting, sent, failed, rate_per_minute } = mails
  const total = unqueued + waiting + sent + failed
  const left = unqueued + waiting
  const next = toMail - unqueued
  return (
    <Panel title="By email" text="Each email is a complete receipt, even without an account.">
      <div className="grid gap-3">
        {total > 0 && (
          <>
            <p role="status" className="font-semibold tabular-nums">
              {count(sent)} of {count(total)} sent
              {failed > 0 && `, ${count(failed)} failed`}
            </p>
            <progress aria-label="Sent" className="ui-progress" value={sent + failed} max={total} />
          </>
        )}
        {left > 0 && (
          <p className="text-sm text-ink-soft">
            {unqueued > 0 && `${receipts(unqueued)} still to issue. `}
            At {count(rate_per_minute)} emails per minute, about{' '}
            {count(Math.ceil(left / rate_per_minute))} more{' '}
            {left <= rate_per_minute ? 'minute' : 'minutes'}. You can leave this page.
          </p>
        )}
        {failed > 0 && (
          <p className="text-sm text-ink-soft">
            A donor whose email failed is counted again above, on paper if the address bounced.
          </p>
        )}
        {next > 0 ? (
          <>
            {wording?.confirmed_at === null && (
              <p id={waitsId}>
                They can go out once an admin has confirmed the wording: see the note above.
              </p>
            )}
            <Button
              className="justify-self-start"
              loading={mail.isPending}
              disabled={!wording?.confirmed_at}
              aria-describedby={waitsId}
              onClick={() => setAsking(true)}
            >
              <Mail aria-hidden="true" />
              Email {receipts(next)}
            </Button>
          </>
        ) : (
          left === 0 && <p className="text-ink-soft">No receipt is waiting for an email.</p>
        )}
      </div>
      {isAsking && (
        <QuestionDialog
          title={`Email ${receipts(next)} for ${year}?`}
          description="Each becomes a final receipt with a number. No one gets the same one twice."
          yes={`Email ${receipts(next)}`}
          yesVariant="primary"
          isPending={mail.isPending}
          onYes={() => mail.mutate(year, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}

const MOST_PRINTED = 250

function OnPaper({ year, toPrint }: { year: number; toPrint: number }) {
  const piles = useQuery(pilesQuery(year))
  const print = useMutation(printReceipts)
  const navigate = useNavigate()
  // A retry after a lost answer prints the same.
  const [pile] = useState(() => crypto.randomUUID())
  const next = Math.min(toPrint, MOST_PRINTED)

  function printNext() {
    print.mutate(
      { of_year: year, new_pile: pile },
      {
        onSuccess: (printed) => {
          if (printed > 0) void navigate(`${paths.printedReceipts}?pile=${pile}`)
        },
      },
    )
  }

  return (
    <Panel title="On paper" text="A page each, sorted by country and postal code.">
      <div className="grid gap-3">
        {toPrint > MOST_PRINTED && (
          <p className="text-sm text-ink-soft">
            {count(toPrint)} receipts are printed {MOST_PRINTED} at a time.
          </p>
        )}
        {next > 0 ? (
          <Button className="justify-self-start" loading={print.isPending} onClick={printNext}>
            <Printer aria-hidden="true" />
            Print {receipts(next)}
          </Button>
        ) : (
          <p className="text-ink-soft">No receipt is waiting for paper.</p>
        )}
        {piles.isError ? (
          <Loading query={piles} what="Earlier prints" />
        ) : (
          piles.data &&
          piles.data.length > 0 && (
            <div>
              <h3 className="mb-1 text-base">Printed so far</h3>
              <ul aria-label="Printed so far" className="grid gap-1">
                {piles.data.map((one) => (
                  <li key={one.pile}>
                    <Link to={`${paths.printedReceipts}?pile=${one.pile}`}>
                      {formatDateTime(one.printed_at)}
                    </Link>
                    <span className="text-ink-soft">, {receipts(one.receipts)}</span>
                  </li>
                ))}
              </ul>
            </div>
          )
        )}
      </div>
    </Panel>
  )
}
