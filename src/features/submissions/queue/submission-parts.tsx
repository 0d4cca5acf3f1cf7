import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { formatDateTime } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { fieldsOf, kinds, type AnsweredField } from '@/shared/submissions/kinds'
import { titleOf, type Submission } from '@/features/submissions/common/queues'
import type { FullSubmission } from '@/features/submissions/common/submission-queries'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { Spinner } from '@/shared/ui/spinner'
import { StatusBadge } from '@/shared/account-ui/status-badge'
import { DueLabel } from './due-label'

interface HeadProps {
  submission: Submission
  headingField?: Ref<HTMLHeadingElement>
  /** Beneath the lines */
  children: ReactNode
}

/** The name, status, kind and dates of a submission. */
export function Head({ submission, headingField, children }: HeadProps) {
  const { kind, status, reference, created_at, answered_at } = submission
  return (
    <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2
          ref={headingField}
          tabIndex={-1}
          dir="auto"
          className="min-w-0 text-heading break-words"
        >
          {titleOf(submission)}
        </h2>
        <StatusBadge status={status} />
      </div>
      <p className="text-ink-soft">
        {reference}
        <Dot />
        {optionLabel(kinds[kind].one)}
        <Dot />
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
        {!answered_at && (
          <>
            <Dot />
            <DueLabel submission={submission} />
          </>
        )}
      </p>
      {children}
    </div>
  )
}

interface OpenLinkProps extends Pick<
  ComponentProps<typeof Link>,
  'aria-label' | 'aria-current' | 'className' | 'children'
> {
  id: string
  href: string
  onOpen: (id: string) => void
}

/** Opens a submission beside the list, or in another tab or window as the browser does. */
export function OpenLink({ id, href, onOpen, ...props }: OpenLinkProps) {
  const { state } = useLocation() as { state: unknown }
  return (
    <Link
      {...props}
      to={href}
      state={state}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen(id)
      }}
    />
  )
}

function Dot() {
  return <span aria-hidden="true"> · </span>
}

/** The submitted answers, once loaded. */
export function SentFields({ query }: { query: UseQueryResult<FullSubmission[]> }) {
  const read = query.data?.[0]
  if (read) return <Fields fields={fieldsOf(read)} />
  return query.isError ? (
    <LoadFailure
      title="The submission could not be loaded."
      query={query}
      className="relative z-10"
    />
  ) : (
    <Spinner label="Loading submission..." className="my-6" />
  )
}

export function Fields({ fields }: { fields: readonly AnsweredField[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
      {fields.map(({ label, value }) => (
        <div key={label} className="grid gap-x-6 sm:col-span-2 sm:grid-cols-subgrid">
          <dt className="text-ink-soft">{label}</dt>
          <dd dir="auto" className="min-w-0 break-words whitespace-pre-wrap">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
