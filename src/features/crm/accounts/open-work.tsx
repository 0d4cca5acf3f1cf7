import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { VIEW_PARAM } from '@/engine/views/view-queries'
import { useAuth } from '@/shared/auth/auth-context'
import type { RequiredRights } from '@/shared/auth/required-rights'
import { paths } from '@/shared/config/paths'
import { isolated } from '@/shared/lib/isolated'
import {
  ownedViewsQuery,
  supervisedQuery,
  workKinds,
  type AccountFacts,
  type WorkKind,
} from './account-queries'

interface Kind {
  one: string
  many: string
  /** Where the things are listed; absent where they are in several lists. */
  to?: (account: string) => string
  /** The things, each with its own link */
  Parts?: ComponentType<{ account: string }>
  /** To follow the links */
  requiredRights: RequiredRights
}

const kinds: Record<WorkKind, Kind> = {
  submissions: {
    one: 'submission',
    many: 'submissions',
    to: (id) => `${paths.submissions}?view=open&assignee_id=${id}`,
    requiredRights: ['can_review_submissions'],
  },
  tasks: {
    one: 'task',
    many: 'tasks',
    to: () => `${paths.tasks}?whose=everyone`,
    requiredRights: ['admin'],
  },
  programs: {
    one: 'program',
    many: 'programs',
    to: (id) => `${paths.crm}?tab=programs&manager_id=${id}`,
    requiredRights: ['can_manage_programs', 'program_manager'],
  },
  matches: {
    one: 'match',
    many: 'matches',
    Parts: Matches,
    requiredRights: ['can_manage_programs'],
  },
  views: {
    one: 'shared view',
    many: 'shared views',
    Parts: Views,
    requiredRights: ['admin'],
  },
  campaigns: {
    one: 'campaign',
    many: 'campaigns',
    to: () => `${paths.crm}?tab=campaigns`,
    requiredRights: ['can_send_emails'],
  },
}

interface OpenWorkProps {
  account: string
  work: AccountFacts['open_work']
}

/** An account's open work by kind, with the way to it. */
export function OpenWork({ account, work }: OpenWorkProps) {
  const { can } = useAuth()
  return (
    <ul className="grid gap-1">
      {workKinds
        .filter((kind) => work[kind])
        .map((kind) => {
          const { one, many, to, Parts, requiredRights } = kinds[kind]
          const items = work[kind] ?? 0
          const text = `${items.toLocaleString('en-US')} ${items === 1 ? one : many}`
          const mayOpen = can(...requiredRights)
          return (
            <li key={kind}>
              {to && mayOpen ? <Link to={to(account)}>{text}</Link> : text}
              {Parts && mayOpen && <Parts account={account} />}
            </li>
          )
        })}
    </ul>
  )
}

/** The programs with matches that an account supervises or is the deputy for */
function Matches({ account }: { account: string }) {
  const { data = [] } = useQuery(supervisedQuery(account))
  const programs = new Map(data.map(({ program }) => [program.id, program.name]))
  return (
    <Ways
      ways={[...programs].map(([id, name]) => ({
        id,
        name,
        to: `${paths.crm}?tab=programs&program=${id}&part=matches`,
      }))}
    />
  )
}

function Views({ account }: { account: string }) {
  const { data = [] } = useQuery(ownedViewsQuery(account))
  return (
    <Ways
      ways={data.map(({ id, name, list }) => ({
        id,
        name,
        to: `${list}${list.includes('?') ? '&' : '?'}${VIEW_PARAM}=${id}`,
      }))}
    />
  )
}

function Ways({ ways }: { ways: readonly { id: string; name: string; to: string }[] }) {
  return (
    <ul className="ms-4 text-sm empty:hidden">
      {ways.map(({ id, name, to }) => (
        <li key={id} className="break-words">
          <Link to={to}>{isolated(name)}</Link>
        </li>
      ))}
    </ul>
  )
}
