import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { Loading } from '@/shared/account-ui/loading'
import { PageHeader } from '@/shared/account-ui/page-header'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { ConcernList } from './concern-list'
import { leadsQuery } from './concern-queries'
import { Leads } from './leads'
import { OpenConcern } from './open-concern'

/** For leads: concerns, opened one by one. For admins: who is a lead. */
export function ConcernsPage() {
  const { user, can } = useAuth()
  const leads = useQuery(leadsQuery)
  const [query] = useSearchParams()
  const open = query.get('open')
  const isLead = leads.data?.some(({ id }) => id === user?.id)
  return (
    <>
      <PageHeader title="Concerns" text="About children. Only safeguarding leads read them." />
      {leads.data === undefined ? (
        <Loading query={leads} what="The concerns" label="Loading the concerns..." />
      ) : isLead && open ? (
        <>
          <p className="mb-4">
            <Link to={paths.concerns}>Back to all concerns</Link>
          </p>
          <OpenConcern key={open} id={open} />
        </>
      ) : isLead || can('admin') ? (
        <div className="grid gap-6">
          <p>
            <Link to={paths.reportConcern}>Report a concern</Link>
          </p>
          {isLead ? (
            <ConcernList />
          ) : (
            <p className="max-w-measure text-ink-soft">
              You aren’t a safeguarding lead, so you can’t read concerns.
            </p>
          )}
          <Leads leads={leads.data} />
        </div>
      ) : (
        <EmptyState
          title="Only safeguarding leads read concerns"
          text={<Link to={paths.reportConcern}>Report a concern</Link>}
        />
      )}
    </>
  )
}
