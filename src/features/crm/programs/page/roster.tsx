import { useInfiniteQuery } from '@tanstack/react-query'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import Presentation from 'lucide-react/icons/presentation'
import { useState } from 'react'
import { fullName } from '@/shared/lib/full-name'
import { useDebounced } from '@/shared/lib/use-debounced'
import { useAuth } from '@/shared/auth/auth-context'
import type { PermissionName } from '@/shared/auth/permissions'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { LoadMore } from '@/shared/account-ui/load-more'
import { PersonLink } from '@/shared/account-ui/person-link'
import { Button } from '@/shared/ui/button'
import { Input } from '@/shared/ui/input'
import { Spinner } from '@/shared/ui/spinner'
import type { PersonKind } from '../assignable-people'
import { metUntil, missingOf } from './missing'
import { rosterQuery, type Member } from './program-queries'

const kinds = {
  mentees: { one: 'mentee', Icon: GraduationCap, permission: 'can_manage_mentees' },
  mentors: { one: 'mentor', Icon: HeartHandshake, permission: 'can_manage_mentors' },
  trainers: { one: 'trainer', Icon: Presentation, permission: 'can_manage_trainers' },
} as const satisfies Record<
  PersonKind,
  { one: string; Icon: typeof GraduationCap; permission: PermissionName }
>

interface RosterProps {
  program: string
  kind: PersonKind
  /** Its people are matched: mentees with mentors. */
  hasMatches: boolean
  /** Opens the dialog that assigns people. */
  onManage: () => void
}

/** The mentees, mentors or trainers of a program, with what is missing for each. */
export function Roster({ program, kind, hasMatches, onManage }: RosterProps) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 200)
  const roster = useInfiniteQuery(rosterQuery(program, kind, search))
  const members = roster.data?.pages.flat()
  const { one, Icon } = kinds[kind]
  if (!members) {
    return roster.isError ? (
      <LoadFailure title={`The ${kind} could not be loaded.`} query={roster} />
    ) : (
      <Spinner label={`Loading ${kind}...`} className="my-16" />
    )
  }
  const total = members[0]?.total ?? 0
  if (total === 0 && search === '' && typed === '') {
    return (
      <EmptyState
        icon={<Icon />}
        title={`No ${kind} yet`}
        text={`The ${kind} you assign to this program appear here.`}
        action={
          <Button variant="outline" onClick={onManage}>
            Assign {kind}
          </Button>
        }
      />
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <Input
          type="search"
          aria-label={`Search ${kind}`}
          placeholder="Search by name or email"
          className="max-w-sm"
          maxLength={200}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <p role="status" className="text-sm text-ink-soft tabular-nums">
          {total.toLocaleString('en-US')} {total === 1 ? one : kind}
          {search && ' found'}
        </p>
      </div>
      {total > 0 && (
        <ul
          aria-label={`${kind.charAt(0).toUpperCase()}${kind.slice(1)}`}
          aria-busy={roster.isPlaceholderData}
          className="divide-y divide-line rounded-card border border-line bg-paper-raised aria-busy:opacity-60"
        >
          {members.map((member) => (
            <MemberRow key={member.id} {...{ kind, member, hasMatches }} />
          ))}
        </ul>
      )}
      <LoadMore query={roster} failed={`More ${kind} could not be loaded.`}>
        Show more
      </LoadMore>
    </>
  )
}

interface MemberRowProps extends Pick<RosterProps, 'kind' | 'hasMatches'> {
  member: Member
}

function MemberRow({ kind, member, hasMatches }: MemberRowProps) {
  const { can } = useAuth()
  const missing = missingOf(member)
  const name = fullName(member)
  const met = metUntil(member)
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-2.5 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,4fr)]">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {can(kinds[kind].permission) ? (
            <PersonLink address={`${kind}:${member.id}`}>{name}</PersonLink>
          ) : (
            <bdi>{name}</bdi>
          )}
        </p>
        {member.email && (
          <p dir="auto" className="text-sm wrap-anywhere text-ink-soft">
            {member.email}
          </p>
        )}
      </div>
      <p className="min-w-0 text-sm wrap-anywhere max-md:empty:hidden">
        {kind !== 'trainers' && hasMatches && <Partners kind={kind} of={member} />}
      </p>
      <div className="min-w-0 text-sm wrap-anywhere">
        {missing.length > 0 ? (
          <ul aria-label={`Missing for ${name}`}>
            {missing.map((words) => (
              <li key={words} className="flex gap-2 text-warning-ink">
                <span aria-hidden="true">○</span>
                <bdi>{words}</bdi>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-soft">{met ?? 'Nothing is missing'}</p>
        )}
      </div>
    </li>
  )
}

function Partners({ kind, of: { partners } }: { kind: 'mentees' | 'mentors'; of: Member }) {
  if (partners.length > 0) return <bdi>With {partners.join(', ')}</bdi>
  return (
    <span className="text-ink-soft">{kind === 'mentees' ? 'No mentor yet' : 'No mentee yet'}</span>
  )
}
