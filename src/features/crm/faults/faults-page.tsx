import { ResourceList } from '@/engine/resource-list'
import { PageHeader } from '@/shared/account-ui/page-header'
import { faults } from './faults'

export function FaultsPage() {
  return (
    <>
      <PageHeader
        title="Faults"
        text="What failed in the browsers of visitors and staff, in functions and scheduled tasks. We store nothing that anyone typed, and delete a fault 90 days after its last time. One that you mark as fixed opens again if it comes back."
      />
      <ResourceList resource={faults} />
    </>
  )
}
