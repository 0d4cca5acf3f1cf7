import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { ResourceList } from '@/engine/resource-list'
import { PageHeader } from '@/shared/account-ui/page-header'
import { demoUsers } from './demo-users'

export function DemoUsersPage() {
  return (
    <>
      <PageHeader
        title="Demo Users"
        text="Every account with its role. A change takes effect with the person’s next request."
      />
      <ResourceList resource={demoUsers} />
      <p className="mt-4 text-sm text-ink-soft">
        Need something to show visitors?{' '}
        <Link to={paths.demoDashboard}>a dashboard with sample data</Link>
      </p>
    </>
  )
}
