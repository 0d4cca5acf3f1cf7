import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router-dom'
import type { RowActionsProps } from '@/engine/core/define-resource'
import { RecordFiles } from '@/engine/files/record-files'
import { SubjectTasks } from '@/engine/tasks/subject-tasks'
import { useAuth } from '@/shared/auth/auth-context'
import { lazyPart } from '@/shared/account-ui/lazy-part'

const RequirementsPart = lazyPart(() => import('./clearances/requirements-part'))

export function ProgramPanel({ row: { id }, title }: RowActionsProps<{ id: string }>) {
  const { can } = useAuth()
  return (
    <>
      <p className="mb-3">
        <Link
          to={`?tab=programs&program=${id}`}
          className="inline-flex min-h-8 items-center gap-1.5 font-semibold svg:size-4 pointer-coarse:min-h-11"
        >
          {can('can_manage_programs') ? 'People, matches and meetings' : 'Manager and seats'}
          <ArrowRight aria-hidden="true" />
        </Link>
      </p>
      {can('can_manage_programs') && (
        <>
          <RequirementsPart key={`requirements of ${id}`} program={id} name={title} />
          <SubjectTasks key={`tasks of ${id}`} subject={{ kind: 'programs', id }} name={title} />
          <RecordFiles key={`files of ${id}`} record={{ kind: 'programs', id, name: title }} />
        </>
      )}
    </>
  )
}
