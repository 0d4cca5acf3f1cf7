import { useMutation } from '@tanstack/react-query'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { useId } from 'react'
import { mailLink, telLink } from '@/shared/lib/contact-links'
import { formatDateTime } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { Badge, type BadgeTone } from '@/shared/ui/badge'
import { Card, CardContent, CardHeader, CardTitle } from '@/shared/ui/card'
import { NativeSelect } from '@/shared/ui/native-select'
import { SensitiveBadge } from '@/shared/ui/sensitive-badge'
import type { Detail, Submission, SubmissionKind, SubmissionStatus } from './submission-kinds'
import { setSubmissionStatus } from './submissions-queries'

const tones: Record<SubmissionStatus, BadgeTone> = {
  new: 'blue',
  contacted: 'yellow',
  in_progress: 'purple',
  accepted: 'green',
  rejected: 'red',
}

export function SubmissionCard({
  kind,
  submission,
}: {
  kind: SubmissionKind
  submission: Submission
}) {
  const titleId = useId()
  const statusChange = useMutation(setSubmissionStatus(kind))
  const title = kind.title(submission)
  const subtitle = kind.subtitle?.(submission)

  return (
    <Card as="li" aria-labelledby={titleId}>
      <CardHeader>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <CardTitle as="h2" id={titleId} dir="auto" className="break-words">
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
        <Details details={kind.details(submission)} />
        <label className="flex flex-wrap items-center gap-3 border-t border-line pt-4 font-semibold">
          Status
          <NativeSelect
            aria-label={`Status of ${title}`}
            className="w-44"
            value={statusChange.isPending ? statusChange.variables.status : submission.status}
            disabled={statusChange.isPending}
            onChange={(event) =>
              statusChange.mutate({
                id: submission.id,
                status: event.target.value as SubmissionStatus,
              })
            }
          >
            {kind.statuses.map((status) => (
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
