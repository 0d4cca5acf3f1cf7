import { ResourceList } from '@/engine/resource-list'
import { PageHeader } from '@/shared/account-ui/page-header'
import { faults } from './faults'

export function FaultsPage() {
  return (
    <>
      <PageHeader
        title="Faults"
        text="What failed in browsers, functions and tasks. A fault marked as fixed opens again if it comes back."
      />
      <ResourceList resource={faults} />
    </>
  )
}
