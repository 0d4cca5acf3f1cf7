import type { RowActionsProps } from '@/engine/core/define-resource'
import { RecordFiles } from '@/engine/files/record-files'
import { SubjectTasks } from '@/engine/tasks/subject-tasks'

export function ProgramPanel({ row: { id }, title }: RowActionsProps<{ id: string }>) {
  return (
    <>
      <SubjectTasks key={`tasks of ${id}`} subject={{ kind: 'programs', id }} name={title} />
      <RecordFiles key={`files of ${id}`} record={{ kind: 'programs', id, name: title }} />
    </>
  )
}
