import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { isStaffRole, roleLabel, roles, type Role } from '@/shared/auth/roles'
import { formatDate, formatDateTime } from '@/shared/lib/format-date'
import type { RowActionsProps } from '@/engine/core/define-resource'
import { entries, Entry } from '@/engine/record/entry'
import { Loading } from '@/shared/account-ui/loading'
import { AccountActions } from './account-actions'
import { accountFactsQuery, type AccountFacts } from './account-queries'
import { accountRefusal, assignableRoles } from './authority'
import { OpenWork } from './open-work'
import type { Account } from './permissions-dialog'
import { RoleChoice } from './role-choice'

/** What an account may do, when it was here, and what it has open. */
export function AccountPanel({ row: account }: RowActionsProps<Account>) {
  const query = useQuery(accountFactsQuery(account.id))
  const auth = useAuth()
  const caller = { ...auth, id: auth.user?.id ?? '' }
  const refusal = accountRefusal(caller, account)
  const facts = query.data

  if (!facts) return <Loading query={query} what="The rights" label="Loading the rights..." />
  return (
    <div className="grid gap-5">
      <dl className={entries}>
        <Entry label="Change role">
          {refusal ?? (
            <RoleChoice account={account} roles={auth.isAdmin ? roles : assignableRoles(caller)} />
          )}
        </Entry>
        <Entry label="Last seen">
          {facts.seen_at ? formatDateTime(facts.seen_at) : <Muted>Never</Muted>}
        </Entry>
        <Entry label="Second factor">{facts.has_factor ? 'Set up' : <Muted>None</Muted>}</Entry>
        <Entry label="Open work">
          {Object.keys(facts.open_work).length > 0 ? (
            <OpenWork account={account.id} work={facts.open_work} />
          ) : (
            <Muted>None</Muted>
          )}
        </Entry>
      </dl>
      <Rights account={account} facts={facts} />
      <AccountActions account={account} facts={facts} />
    </div>
  )
}

const Muted = ({ children }: { children: ReactNode }) => (
  <span className="text-ink-muted">{children}</span>
)

/** What a role opens without any permission. */
function roleInWords(role: Role): string {
  if (role === 'admin') return 'Sees and changes everything'
  if (role === 'program_manager') return 'Sees and adds programs'
  return isStaffRole(role)
    ? 'This role opens nothing on its own, except tasks and reports of concerns'
    : 'This role opens nothing on its own'
}

function Rights({ account, facts }: { account: Account; facts: AccountFacts }) {
  const { permissions, role, role_by, role_since } = facts
  // Most permissions come together.
  const given = new Map<string, string[]>()
  for (const { description, since, by } of permissions) {
    const words = grantInWords(since, by)
    given.set(words, [...(given.get(words) ?? []), description])
  }
  return (
    <section aria-label="What the account may do">
      <h3 className="text-base">What this account may do</h3>
      <ul className="mt-2 grid gap-3">
        <Grant
          texts={[`${roleLabel(account.role)}: ${roleInWords(role)}`]}
          given={role_since && grantInWords(role_since, role_by)}
        />
        {[...given].map(([words, texts]) => (
          <Grant key={words} texts={texts} given={words} />
        ))}
      </ul>
      {role === 'admin' && permissions.length === 0 && (
        <p className="mt-2 text-sm text-ink-soft">Administrators need no permissions.</p>
      )}
    </section>
  )
}

const grantInWords = (since: string, by: string | null) =>
  `${by ? `Given by ${by} on ` : 'Since '}${formatDate(since)}`

/** What was given at once, by whom and when. */
function Grant({ texts, given }: { texts: readonly string[]; given: string | null }) {
  return (
    <li className="break-words">
      {texts.map((text) => (
        <span key={text} className="block">
          {text}.
        </span>
      ))}
      {given && <span className="block text-sm text-ink-soft">{given}</span>}
    </li>
  )
}
