import { useQuery } from '@tanstack/react-query'
import Mail from 'lucide-react/icons/mail'
import { Link } from 'react-router-dom'
import { mailLink } from '@/shared/lib/contact-links'
import { formatDate } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { optionLabel } from '@/shared/lib/option-label'
import { buttonClass } from '@/shared/ui/button'
import { LoadFailure } from '@/shared/ui/load-failure'
import { SidePanel } from '@/shared/ui/side-panel'
import { Spinner } from '@/shared/ui/spinner'
import { StatusBadge } from '@/shared/ui/status-badge'
import { SubjectTasks } from '@/shared/tasks/subject-tasks'
import { personQuery, type PersonLine } from './people-queries'
import { kindLabel, rowAddress } from './person-words'
import { RightsActions } from './rights/rights-actions'
import type { Subject } from './rights/rights-queries'

interface PersonPanelProps {
  address: string
  onClose: () => void
}

/** In the order in which they are shown; each with the table to whose list its lines lead. */
const areas: Readonly<Record<string, { label: string; table: string }>> = {
  account: { label: 'Account', table: 'profiles' },
  mentors: { label: 'Mentor', table: 'mentors' },
  trainers: { label: 'Trainer', table: 'trainers' },
  mentees: { label: 'Mentees', table: 'mentees' },
  programs: { label: 'Programs', table: 'programs' },
  submissions: { label: 'Submissions', table: 'submissions' },
  gifts: { label: 'Gifts', table: 'donations' },
  newsletter: { label: 'Newsletter', table: 'newsletter_subscriptions' },
  mails: { label: 'Emails', table: 'submissions' },
}

/** All records of one address that the reader may see. */
export function PersonPanel({ address, onClose }: PersonPanelProps) {
  const person = useQuery(personQuery(address))
  const lines = person.data ?? []
  const name = lines.find((line) => line.name)?.name ?? address
  return (
    <SidePanel
      isFront
      takesFocus
      title={name}
      subtitle={name !== address && address}
      actions={
        <a href={mailLink(address)} className={buttonClass({ variant: 'outline', size: 'sm' })}>
          <Mail aria-hidden="true" />
          Write an email
        </a>
      }
      onClose={onClose}
    >
      {person.isError ? (
        <LoadFailure title="This person could not be loaded." query={person} />
      ) : person.isPending ? (
        <Spinner label="Loading the person..." className="mx-auto my-10" />
      ) : lines.length === 0 ? (
        <p className="text-ink-soft">There is nothing under this address that you can see.</p>
      ) : (
        Object.entries(areas).map(([area, { label }]) => (
          <Area
            key={area}
            label={label}
            person={name}
            lines={lines.filter((line) => line.area === area)}
          />
        ))
      )}
      {person.data && (
        <SubjectTasks key={`tasks of ${address}`} subject={{ address }} name={name} />
      )}
      <RightsActions key={address} subjects={[ofAddress(address), ...childrenIn(lines)]} />
    </SidePanel>
  )
}

const ofAddress = (address: string): Subject => ({ value: address, label: address, word: address })

/** The children of this address: mentees, and those whom applications are about. */
function childrenIn(lines: readonly PersonLine[]): Subject[] {
  return lines.flatMap(({ area, kind, id, title }) => {
    if (!id || !title) return []
    if (area === 'mentees') return [{ value: id, label: `${title}, as a mentee`, word: title }]
    return area === 'submissions' && kind === 'program'
      ? [{ value: id, label: `The child of application ${title}`, word: title }]
      : []
  })
}

interface AreaProps {
  label: string
  /** Whose panel it is: the name stands in its title */
  person: string
  lines: readonly PersonLine[]
}

function Area({ label, person, lines }: AreaProps) {
  const [newest] = lines
  if (!newest) return null
  const { total, total_amount } = newest
  return (
    <section aria-label={label} className="mb-6">
      <h3 className="flex items-baseline justify-between gap-3 border-b border-line pb-1.5 text-base font-semibold">
        {label}
        {total_amount !== null && (
          <span className="text-sm font-normal text-ink-soft">
            {formatDollars(total_amount)} in {total === 1 ? 'one gift' : `${total} gifts`}
          </span>
        )}
      </h3>
      <ul>
        {lines.map((line) => (
          <Line key={`${line.kind} ${line.id} ${line.happened_at}`} line={line} person={person} />
        ))}
      </ul>
      {total > lines.length && (
        <p className="pt-1.5 text-sm text-ink-soft">
          and {(total - lines.length).toLocaleString('en-US')} older
        </p>
      )}
    </section>
  )
}

function Line({ line, person }: { line: PersonLine; person: string }) {
  const { area, kind, id, title, status, amount, happened_at } = line
  const table = area === 'mails' && kind === 'campaign' ? 'email_campaigns' : areas[area]!.table
  const to = id ? rowAddress(table, id) : undefined
  const told = title === null || title === person ? kindOf(line) : title
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-line py-2 last:border-b-0">
      <span className="min-w-0 break-words" dir="auto">
        {to ? (
          <Link to={to} className="rounded-sm hover:underline after:absolute after:inset-0">
            {told}
          </Link>
        ) : (
          told
        )}
      </span>
      {amount === null ? (
        status && <StatusBadge status={status} />
      ) : (
        <span className="tabular-nums">{formatDollars(amount)}</span>
      )}
      <span className="col-span-2 text-sm text-ink-soft">
        {told !== kindOf(line) && `${kindOf(line)} · `}
        <time dateTime={happened_at}>{formatDate(happened_at)}</time>
      </span>
    </li>
  )
}

/** A role or a kind of mail is none of the kinds that people are found by. */
const kindOf = ({ area, kind }: PersonLine) =>
  area === 'account' || area === 'mails' ? optionLabel(kind) : kindLabel(kind)
