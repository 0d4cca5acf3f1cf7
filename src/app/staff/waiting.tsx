import { DueTasks } from '@/features/crm/tasks/due-tasks'
import { WaitingPanel } from '@/features/submissions/queue/waiting-panel'
import { cn } from '@/shared/lib/cn'
import { LastVisit } from './last-visit'

/** Waiting work, and news since the last visit. */
export function Waiting({ className }: { className: string }) {
  return (
    <div className={cn('grid gap-3 empty:hidden', className)}>
      <WaitingPanel />
      <DueTasks />
      <LastVisit />
    </div>
  )
}
