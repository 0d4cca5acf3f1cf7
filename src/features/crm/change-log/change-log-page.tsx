import { ResourceList } from '@/engine/resource-list'
import { PageHeader } from '@/shared/account-ui/page-header'
import { changeLog } from './change-log'

export function ChangeLogPage() {
  return (
    <>
      <PageHeader
        title="Change Log"
        text="Every change and export, newest first. Entries are kept for a year at most and can’t be altered."
      />
      <ResourceList resource={changeLog} />
    </>
  )
}
