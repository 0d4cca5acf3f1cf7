import { ResourceList } from '@/shared/resource/resource-list'
import { Container } from '@/shared/ui/container'
import { demoUsers } from './demo-users'

export function DemoUsersPage() {
  return (
    <Container>
      <title>Demo Users</title>
      <h1>Demo Users</h1>
      <p className="mt-2 mb-8 max-w-measure text-lg text-ink-soft">
        Every account with its role. A change counts from the person’s next request on.
      </p>
      <ResourceList resource={demoUsers} />
    </Container>
  )
}
