import { useQuery } from '@tanstack/react-query'
import Link2 from 'lucide-react/icons/link-2'
import ListPlus from 'lucide-react/icons/list-plus'
import Mail from 'lucide-react/icons/mail'
import Merge from 'lucide-react/icons/merge'
import Phone from 'lucide-react/icons/phone'
import StickyNote from 'lucide-react/icons/sticky-note'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import { Suspense, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { isolated } from '@/shared/lib/isolated'
import { useAuth } from '@/shared/auth/auth-context'
import { mailLink } from '@/shared/lib/contact-links'
import { formatDate } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { lazyModule } from '@/shared/lib/lazy-component'
import { optionLabel } from '@/shared/lib/option-label'
import { Button, buttonClass } from '@/shared/ui/button'
import { Loading } from '@/shared/account-ui/loading'
import { SidePanel } from '@/shared/account-ui/side-panel'
import { StatusBadge } from '@/shared/account-ui/status-badge'
import { TaskDialog } from '@/engine/tasks/task-dialog'
import type { TaskSubject } from '@/engine/tasks/task-queries'
import { useTaskKey } from '@/engine/tasks/use-task-key'
import type { PersonTable } from './merge/merge-queries'
import { dueQuery, personQuery, refsQuery, type PersonLine, type PersonRef } from './people-queries'
import { kindLabel, refLabel, rowAddress } from './person-words'
import { RightsActions } from './rights/rights-actions'
import type { Subject } from './rights/rights-queries'
import { NoteForm } from './timeline/note-form'
import { PersonTimeline } from './timeline/person-timeline'
import { SamePerson, SamePersonDialog } from './timeline/same-person'
import { WhatIsDue } from './timeline/what-is-due'

const MergeFromPanel = lazyModule(() => import('./merge/merge-from-panel'))

interface PersonPanelProps {
  /** An e-mail address, a telephone (`tel:…`) or a record (`mentees:<id>`) */
  person: string
  onClose: () => void
}

type Opened = 'note' | 'call' | 'task' | 'same' | { table: PersonTable; id: string }

const notes = [
  { kind: 'note', label: 'Note', Icon: StickyNote },
  { kind: 'call', label: 'Call', Icon: Phone },
] as const

/** Everything about a person that the user may see, with the actions on them. */
export function PersonPanel({ person, onClose }: PersonPanelProps) {
  const records = useQuery(personQuery(person))
  const found = useQuery(refsQuery(person))
  const due = useQuery(dueQuery(person))
  const { can } = useAuth()
  const [opened, setOpened] = useState<Opened>()
  const buttons = useRef<Partial<Record<'note' | 'call', HTMLButtonElement | null>>>({})
  const close = () => setOpened(undefined)
  function closeNote(kind: 'note' | 'call') {
    close()
    buttons.current[kind]?.focus()
  }

  const lines = records.data ?? []
  const refs = found.data ?? []
  const own = refs[0]?.ref ?? person
  const name = isolated(
    refs[0]?.name ?? (found.isPending ? refLabel(person, 'Person') : refLabel(own)),
  )
  const address = own.includes('@') ? own : undefined
  const subject = taskSubject(own)
  const mayLink = can('can_manage_mentors', 'can_manage_mentees', 'can_manage_trainers')
  const missing = [records, found].find(({ isSuccess }) => !isSuccess)
  const isFound = refs.length > 0
  useTaskKey(isFound && subject !== null && !opened, () => setOpened('task'), true)
  return (
    <SidePanel
      isFront
      takesFocus
      title={name}
      subtitle={address && name !== address ? address : undefined}
      actions={
        isFound && (
          <>
            {address && (
              <a
                href={mailLink(address)}
                className={buttonClass({ variant: 'outline', size: 'sm' })}
              >
                <Mail aria-hidden="true" />
                Write
              </a>
            )}
            {notes.map(({ kind, label, Icon }) => (
              <Button
                key={kind}
                ref={(button) => {
                  buttons.current[kind] = button
                }}
                variant="outline"
                size="sm"
                aria-expanded={opened === kind}
                onClick={() => setOpened(kind)}
              >
                <Icon aria-hidden="true" />
                {label}
              </Button>
            ))}
            {subject && (
              <Button variant="outline" size="sm" onClick={() => setOpened('task')}>
                <ListPlus aria-hidden="true" />
                Task
              </Button>
            )}
            {(due.data ?? [])
              .filter(({ kind }) => kind === 'convertible')
              .map(({ id, reference }) => (
                <Link
                  key={id}
                  to={rowAddress('submissions', id)!}
                  className={buttonClass({ variant: 'outline', size: 'sm' })}
                >
                  <UserRoundCheck aria-hidden="true" />
                  Convert {reference}
                </Link>
              ))}
            {mergeable(lines).map(({ table, id, label }) => (
              <Button key={id} variant="outline" size="sm" onClick={() => setOpened({ table, id })}>
                <Merge aria-hidden="true" />
                Merge {label}
              </Button>
            ))}
            {mayLink && (
              <Button variant="outline" size="sm" onClick={() => setOpened('same')}>
                <Link2 aria-hidden="true" />
                Same person as…
              </Button>
            )}
          </>
        )
      }
      onClose={onClose}
    >
      {missing ? (
        <Loading
          query={missing}
          what="This person"
          label="Loading the person..."
          className="mx-auto my-10"
        />
      ) : !isFound ? (
        <p className="text-ink-soft">You can’t see any of this person’s records.</p>
      ) : (
        <>
          {(opened === 'note' || opened === 'call') && (
            <NoteForm key={opened} person={own} kind={opened} onClose={() => closeNote(opened)} />
          )}
          <WhatIsDue person={person} name={name} />
          <Records lines={lines} person={name} />
          <SamePerson refs={refs} mayLink={mayLink} />
          <PersonTimeline person={person} />
        </>
      )}
      {records.data && <Rights own={own} name={name} refs={refs} lines={lines} />}
      {opened === 'task' && <TaskDialog subject={subject} about={name} onClose={close} />}
      {opened === 'same' && <SamePersonDialog person={own} name={name} onClose={close} />}
      {typeof opened === 'object' && (
        <Suspense>
          <MergeFromPanel {...opened} onClose={close} />
        </Suspense>
      )}
    </SidePanel>
  )
}

/** A task is on an address, a telephone or a record. */
function taskSubject(ref: string): TaskSubject {
  if (ref.includes('@') || ref.startsWith('tel:')) return { address: ref }
  const [kind, id] = ref.split(':')
  if (!id) return null
  return kind === 'mentors' || kind === 'mentees' || kind === 'trainers' || kind === 'donors'
    ? { kind, id }
    : null
}

const isPersonTable = (area: string): area is PersonTable =>
  area === 'mentors' || area === 'mentees' || area === 'trainers'

function mergeable(lines: readonly PersonLine[]) {
  return lines.flatMap(({ area, id, kind, name }) => {
    if (!isPersonTable(area) || !id) return []
    const isOnly = lines.filter((line) => line.area === area).length === 1
    return [{ table: area, id, label: isOnly || !name ? kind : `${kind} ${name}` }]
  })
}

interface RightsProps {
  own: string
  name: string
  refs: readonly PersonRef[]
  lines: readonly PersonLine[]
}

function Rights({ own, name, refs, lines }: RightsProps) {
  // Also without records: the certificate of an erasure is found here.
  const known = [own, ...refs.map(({ ref }) => ref)].filter((ref) => ref.includes('@'))
  const addresses = [...new Set(known)].map((address) => ({
    value: address,
    label: address,
    word: address,
  }))
  const children = childrenIn(lines)
  const isOwn = ({ value }: Subject) => own.endsWith(value)
  // The person before those who are said to be the same.
  const [first, ...others] = [...addresses, ...adultsIn(own, name), ...children].toSorted(
    (one, other) => Number(isOwn(other)) - Number(isOwn(one)),
  )
  return first && <RightsActions key={first.value} subjects={[first, ...others]} />
}

/** A mentor or trainer without an address. */
function adultsIn(own: string, name: string): Subject[] {
  const [, id] = /^(?:mentors|trainers):(.+)$/.exec(own) ?? []
  return id ? [{ value: id, label: name, word: name }] : []
}

/** The children of this person: mentees, and those whom applications are about. */
function childrenIn(lines: readonly PersonLine[]): Subject[] {
  return lines.flatMap(({ area, kind, id, title }) => {
    if (!id || !title) return []
    if (area === 'mentees') return [{ value: id, label: `${title}, as a mentee`, word: title }]
    return area === 'submissions' && kind === 'program'
      ? [{ value: id, label: `The child of application ${title}`, word: title }]
      : []
  })
}

/** The areas whose records are listed, each with its table. The timeline has the rest. */
const recordTables: Readonly<Record<string, string>> = {
  account: 'profiles',
  mentors: 'mentors',
  trainers: 'trainers',
  mentees: 'mentees',
  newsletter: 'newsletter_subscriptions',
}

function Records({ lines, person }: { lines: readonly PersonLine[]; person: string }) {
  const records = lines.filter(({ area }) => recordTables[area])
  const gift = lines.find(({ area }) => area === 'gifts')
  if (records.length === 0 && !gift) return null
  return (
    <section aria-label="Records" className="mb-5">
      <ul className="border-y border-line">
        {records.map(({ area, kind, id, name, status, happened_at }) => {
          const label = area === 'account' ? `Account, ${optionLabel(kind)}` : kindLabel(kind)
          return (
            <li
              key={`${area} ${id}`}
              className="flex items-start justify-between gap-3 border-b border-line py-1.5 last:border-b-0"
            >
              <span className="min-w-0 break-words" dir="auto">
                <Link
                  to={rowAddress(recordTables[area]!, id!)!}
                  className="rounded-sm hover:underline"
                >
                  {label}
                </Link>
                <span className="text-sm text-ink-soft">
                  {name && name !== person ? ` · ${name}` : ''} · since {formatDate(happened_at)}
                </span>
              </span>
              {status && <StatusBadge status={status} />}
            </li>
          )
        })}
        {gift && (
          <li className="flex justify-between gap-3 py-1.5">
            <span>Gifts</span>
            <span className="tabular-nums">
              {formatDollars(gift.total_amount ?? 0)} in{' '}
              {gift.total === 1 ? 'one gift' : `${gift.total.toLocaleString('en-US')} gifts`}
            </span>
          </li>
        )}
      </ul>
    </section>
  )
}
