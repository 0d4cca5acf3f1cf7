import { useMutation } from '@tanstack/react-query'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { useId } from 'react'
import { mailLink, telLink } from '@/shared/lib/contact-links'
import { formatDateTime } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import type { Resource } from '@/shared/resource/define-resource'
import { changeInPlace } from '@/shared/resource/row-changes'
import type { Enums } from '@/shared/supabase/database.types'
import { Badge, type BadgeTone } from '@/shared/ui/badge'
import { Card, CardContent, CardHeader, CardTitle } from '@/shared/ui/card'
import { NativeSelect } from '@/shared/ui/native-select'
import { SensitiveBadge } from '@/shared/ui/sensitive-badge'

type SubmissionStatus = Enums<'proposal_status'>

const tones: Record<SubmissionStatus, BadgeTone> = {
  new: 'blue',
  contacted: 'yellow',
  in_progress: 'purple',
  accepted: 'green',
  rejected: 'red',
}

type Submission = {
  id: string
  created_at: string
  status: SubmissionStatus
  email: string | null
  phone: string | null
}

interface Detail {
  label: string
  value: string | number | null
  /** About a child, or somebody's health: marked on the card. */
  sensitive?: true
}

interface SubmissionCardsProps<Row extends Submission> {
  resource: Resource
  rows: readonly Row[]
  statuses: readonly SubmissionStatus[]
  subtitle?: (row: Row) => string
  details: (row: Row) => readonly Detail[]
}

export function SubmissionCards<Row extends Submission>({
  resource,
  rows,
  statuses,
  subtitle,
  details,
}: SubmissionCardsProps<Row>) {
  return (
    <ul aria-label={resource.tab} className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      {rows.map((row) => (
        <SubmissionCard
          key={row.id}
          resource={resource}
          submission={row}
          title={resource.title(row)}
          subtitle={subtitle?.(row)}
          details={details(row)}
          statuses={statuses}
        />
      ))}
    </ul>
  )
}

interface SubmissionCardProps {
  resource: Resource
  submission: Submission
  title: string
  subtitle: string | undefined
  details: readonly Detail[]
  statuses: readonly SubmissionStatus[]
}

function SubmissionCard({
  resource,
  submission,
  title,
  subtitle,
  details,
  statuses,
}: SubmissionCardProps) {
  const titleId = useId()
  const statusChange = useMutation(
    changeInPlace({
      table: resource.table,
      success: ({ status }) => ({
        title: 'Status Updated',
        description: `The ${resource.label.one} status has been updated successfully: ${title}, ${optionLabel(status as string)}`,
      }),
      failure: { title: 'Error', description: 'Failed to update status' },
    }),
  )

  return (
    <Card as="li" aria-labelledby={titleId}>
      <CardHeader>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <CardTitle as="h3" id={titleId} dir="auto" className="break-words">
              {title}
            </CardTitle>
            {subtitle && (
              <p dir="auto" className="break-words">
                {subtitle}
              </p>
            )}
            <p className="text-sm text-ink-soft">
              <time dateTime={submission.created_at}>{formatDateTime(submission.created_at)}</time>
            </p>
          </div>
          {/* A status that the database gains before this app does is shown, in grey. */}
          <Badge tone={tones[submission.status] ?? 'grey'}>{optionLabel(submission.status)}</Badge>
        </div>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-5">
        <ul className="grid grid-cols-1 gap-x-6 sm:flex sm:flex-wrap">
          {submission.email && (
            <Contact icon={<Mail aria-hidden="true" className="size-5 shrink-0" />}>
              <a href={mailLink(submission.email)}>{submission.email}</a>
            </Contact>
          )}
          {submission.phone && (
            <Contact icon={<Phone aria-hidden="true" className="size-5 shrink-0" />}>
              <a href={telLink(submission.phone)}>{submission.phone}</a>
            </Contact>
          )}
        </ul>
        <Details details={details} />
        <label className="flex flex-wrap items-center gap-3 border-t border-line pt-4 font-semibold">
          Status
          <NativeSelect
            aria-label={`Status of ${title}`}
            className="w-44"
            value={submission.status}
            savesAtOnce
            // Not disabled meanwhile, which would take the focus away.
            aria-busy={statusChange.isPending}
            onChange={({ target }) => {
              if (statusChange.isPending) return
              statusChange.mutate({
                id: submission.id,
                values: { status: target.value },
                expected: { status: submission.status },
              })
            }}
          >
            {statuses.map((status) => (
              <option key={status} value={status}>
                {optionLabel(status)}
              </option>
            ))}
          </NativeSelect>
        </label>
      </CardContent>
    </Card>
  )
}

function Contact({ icon, children }: { icon: React.ReactNode; children: React.ReactNode }) {
  return (
    <li className="flex min-h-9 min-w-0 items-center gap-2">
      {icon}
      <span className="min-w-0 break-words">{children}</span>
    </li>
  )
}

/** What was left empty is left out. */
function Details({ details }: { details: readonly Detail[] }) {
  const given = details.filter(({ value }) => String(value ?? '').trim() !== '')
  if (given.length === 0) return null
  return (
    <dl className="grid grid-cols-1 gap-3">
      {given.map(({ label, value, sensitive }) => (
        <div key={label}>
          <dt className="flex items-center gap-2 text-sm font-semibold text-ink-soft">
            {label}
            {sensitive && <SensitiveBadge />}
          </dt>
          <dd dir="auto" className="break-words whitespace-pre-wrap">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
