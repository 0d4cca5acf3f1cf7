import { useQuery } from '@tanstack/react-query'
import Link2 from 'lucide-react/icons/link-2'
import ListPlus from 'lucide-react/icons/list-plus'
import Mail from 'lucide-react/icons/mail'
import Merge from 'lucide-react/icons/merge'
import Phone from 'lucide-react/icons/phone'
import Split from 'lucide-react/icons/split'
import StickyNote from 'lucide-react/icons/sticky-note'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import { useRef, useState, type RefObject } from 'react'
import { Link } from 'react-router-dom'
import { isolated } from '@/shared/lib/isolated'
import { useAuth } from '@/shared/auth/auth-context'
import { mailLink } from '@/shared/lib/contact-links'
import { formatDate } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { optionLabel } from '@/shared/lib/option-label'
import { Button, buttonClass } from '@/shared/ui/button'
import { Loading } from '@/shared/account-ui/loading'
import { SidePanel } from '@/shared/account-ui/side-panel'
import { StatusBadge } from '@/shared/account-ui/status-badge'
import type { TaskSubject } from '@/engine/tasks/task-queries'
import { useTaskKey } from '@/engine/tasks/use-task-key'
import { kindLabel } from '@/engine/core/people-search'
import type { PersonTable } from '../merge/merge-queries'
import {
  dueQuery,
  peopleAtQuery,
  personQuery,
  type Due,
  type PersonAt,
  type PersonLine,
} from './people-queries'
import { linkRights } from './people-rights'
import { PersonFiles } from './person-files'
import { recordTables, refLabel, rowAddress } from './person-words'
import { RightsActions } from '../rights/rights-actions'
import type { Subject } from '../rights/rights-queries'
import { Ties } from '../family/ties'
import { NoteForm } from '../timeline/note-form'
import { PersonTimeline } from '../timeline/person-timeline'
import { Choice, OtherPeople, SamePersonDialog, SplitDialog } from '../merge/same-person'
import { WhatIsDue } from '../timeline/what-is-due'

const TaskDialog = lazyPart(() => import('@/engine/tasks/task-dialog'))
const MergeFromPanel = lazyPart(() => import('../merge/merge-from-panel'))

interface PersonPanelProps {
  /** The id of a person, or an address, a phone (`tel:…`) or a record (`mentees:<id>`) that leads to one */
  person: string
  onClose: () => void
}

type Opened = 'note' | 'call' | 'task' | 'same' | 'split' | { table: PersonTable; id: string }

type Buttons = RefObject<Partial<Record<'note' | 'call', HTMLButtonElement | null>>>

const groups: ReadonlySet<string> = new Set(['household', 'organization'])

const notes = [
  { kind: 'note', label: 'Note', Icon: StickyNote },
  { kind: 'call', label: 'Call', Icon: Phone },
] as const

/** Everything about a person that the user may see, with the actions on them. */
export function PersonPanel({ person, onClose }: PersonPanelProps) {
  const records = useQuery(personQuery(person))
  const found = useQuery(peopleAtQuery(person))
  const due = useQuery(dueQuery(person))
  const { can } = useAuth()
  const [opened, setOpened] = useState<Opened>()
  const buttons: Buttons = useRef({})
  const close = () => setOpened(undefined)
  function closeNote(kind: 'note' | 'call') {
    close()
    buttons.current[kind]?.focus()
  }

  const lines = records.data ?? []
  const people = found.data ?? []
  const [own, ...rest] = people
  const sharing = rest.filter(({ shared }) => shared !== null)
  const isChoice = rest.length > sharing.length
  const isFound = own !== undefined && !isChoice
  /** A household or organization without records, whose members have some. */
  const isGroup = isFound && groups.has(own.kinds[0] ?? '')
  const address = isFound ? addressOf(own, sharing, lines) : undefined
  const name = isChoice
    ? 'Several people'
    : isolated(
        own?.name ??
          own?.addresses[0] ??
          (isGroup ? kindLabel(own.kinds[0]!) : undefined) ??
          refLabel(person, found.isPending ? 'Person' : 'No name'),
      )
  const subject = isFound ? taskSubject(own, address, lines) : null
  const missing = [records, found].find(({ isSuccess }) => !isSuccess)
  useTaskKey(isFound && subject !== null && !opened, () => setOpened('task'), true)
  return (
    <SidePanel
      isFront
      takesFocus
      title={name}
      subtitle={
        isChoice ? person : own && own.addresses[0] !== name ? own.addresses.join(', ') : undefined
      }
      actions={
        isFound &&
        !isGroup && (
          <Actions
            own={own}
            lines={lines}
            convertible={(due.data ?? []).filter(({ kind }) => kind === 'convertible')}
            hasTask={subject !== null}
            opened={opened}
            onOpen={setOpened}
            buttons={buttons}
          />
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
      ) : isChoice ? (
        <Choice people={people} />
      ) : !isFound ? (
        <p className="text-ink-soft">
          {can('admin') && person.includes('@')
            ? 'No record has this address as its own. Erasing first shows where else it appears, for example as a parent’s contact.'
            : 'You can’t see any of this person’s records. There may be some in lists that you can’t open.'}
        </p>
      ) : (
        <>
          {(opened === 'note' || opened === 'call') && (
            <NoteForm
              key={opened}
              person={own.id}
              kind={opened}
              onClose={() => closeNote(opened)}
            />
          )}
          {!isGroup && <WhatIsDue person={person} name={name} />}
          <Records lines={lines} person={name} />
          <PersonFiles key={`files of ${own.id}`} {...{ person, own, name, lines }} />
          <Ties key={own.id} person={own.id} name={name} />
          <OtherPeople key={`others of ${own.id}`} person={own.id} name={name} sharing={sharing} />
          {!isGroup && <PersonTimeline person={person} />}
          {!can('admin') && (
            <p className="mt-4 text-sm text-ink-soft">
              This shows the person’s records in the lists you can open. Other lists may have more.
            </p>
          )}
        </>
      )}
      {records.data && found.data && !isGroup && (
        <Rights person={person} own={isChoice ? undefined : own} lines={isChoice ? [] : lines} />
      )}
      {opened === 'task' && <TaskDialog subject={subject} about={name} onClose={close} />}
      {own && opened === 'same' && <SamePersonDialog person={own.id} name={name} onClose={close} />}
      {own && opened === 'split' && (
        <SplitDialog person={own.id} name={name} lines={lines} onClose={close} />
      )}
      {typeof opened === 'object' && <MergeFromPanel {...opened} onClose={close} />}
    </SidePanel>
  )
}

interface ActionsProps {
  own: PersonAt
  lines: readonly PersonLine[]
  convertible: readonly Due[]
  hasTask: boolean
  opened: Opened | undefined
  onOpen: (dialog: Opened) => void
  buttons: Buttons
}

function Actions({ own, lines, convertible, hasTask, opened, onOpen, buttons }: ActionsProps) {
  const { can } = useAuth()
  const mayLink = can(...linkRights)
  return (
    <>
      {own.addresses[0] && (
        <a
          href={mailLink(own.addresses[0])}
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
          onClick={() => onOpen(kind)}
        >
          <Icon aria-hidden="true" />
          {label}
        </Button>
      ))}
      {hasTask && (
        <Button variant="outline" size="sm" onClick={() => onOpen('task')}>
          <ListPlus aria-hidden="true" />
          Task
        </Button>
      )}
      {convertible.map(({ id, reference }) => (
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
        <Button key={id} variant="outline" size="sm" onClick={() => onOpen({ table, id })}>
          <Merge aria-hidden="true" />
          Merge {label}
        </Button>
      ))}
      {mayLink && (
        <Button variant="outline" size="sm" onClick={() => onOpen('same')}>
          <Link2 aria-hidden="true" />
          Same person as…
        </Button>
      )}
      {mayLink && lines.length > 1 && (
        <Button variant="outline" size="sm" onClick={() => onOpen('split')}>
          <Split aria-hidden="true" />
          Split…
        </Button>
      )}
    </>
  )
}

/** An address that leads only to this person: nobody seen here shares it, no child has it. */
function addressOf(
  { addresses }: PersonAt,
  sharing: readonly PersonAt[],
  lines: readonly PersonLine[],
): string | undefined {
  if (lines.some(({ area }) => area === 'mentees')) return undefined
  return addresses.find((one) => !sharing.some(({ shared }) => shared === one))
}

/** A task is on a record, or on an address or a phone. */
function taskSubject(
  { id, kinds, phones }: PersonAt,
  address: string | undefined,
  lines: readonly PersonLine[],
): TaskSubject {
  const record = lines.find(({ area }) => isPersonTable(area))
  if (address && record?.area !== 'mentees') return { address }
  if (record?.id && isPersonTable(record.area)) return { kind: record.area, id: record.id }
  if (kinds.includes('donor')) return { kind: 'donors', id }
  return phones[0] ? { address: `tel:${phones[0]}` } : null
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
  /** As requested: an erasure's certificate is found by the address, even without records. */
  person: string
  own: PersonAt | undefined
  lines: readonly PersonLine[]
}

/**
 * The person first, then each address, which is only a claim. A child's record proves more than the
 * child's person.
 */
function Rights({ person, own, lines }: RightsProps) {
  const name = own?.name ?? own?.addresses[0]
  const isChild = lines.length > 0 && lines.every(({ area }) => area === 'mentees')
  const people: Subject[] =
    own && !isChild ? [{ value: own.id, label: name ?? 'This person', word: name ?? 'erase' }] : []
  const addresses = (own?.addresses ?? (person.includes('@') ? [person] : [])).map((address) => ({
    ...{ value: address, label: address, word: address },
  }))
  const [first, ...others] = [...people, ...childrenIn(lines), ...addresses]
  return first && <RightsActions key={person} subjects={[first, ...others]} />
}

/** This person's children: mentees, and the children in applications. */
function childrenIn(lines: readonly PersonLine[]): Subject[] {
  return lines.flatMap(({ area, kind, id, title }) => {
    if (!id || !title) return []
    if (area === 'mentees') return [{ value: id, label: `${title}, as a mentee`, word: title }]
    return area === 'submissions' && kind === 'program'
      ? [{ value: id, label: `The child of application ${title}`, word: title }]
      : []
  })
}

function Records({ lines, person }: { lines: readonly PersonLine[]; person: string }) {
  const records = lines.filter(({ area }) => area !== 'gifts' && area !== 'submissions')
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
                  {name && name !== person ? ` · ${isolated(name)}` : ''} · since{' '}
                  {formatDate(happened_at)}
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
