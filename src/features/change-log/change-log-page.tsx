import { ResourceList } from '@/shared/resource/list/resource-list'
import { PageHeader } from '@/shared/ui/page-header'
import { changeLog } from './change-log'

export function ChangeLogPage() {
  return (
    <>
      <PageHeader
        title="Change Log"
        text="Who changed or exported what, newest first. Entries are kept for a year, and nobody can alter them."
      />
      <ResourceList resource={changeLog} />
    </>
  )
}
