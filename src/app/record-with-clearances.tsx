import type { Resource, Row, RowActionsProps } from '@/engine/core/define-resource'
import { useAuth } from '@/shared/auth/auth-context'
import { lazyPart } from '@/shared/account-ui/lazy-part'

const ClearancesPart = lazyPart(() => import('@/features/crm/programs/clearances/clearances-part'))

/** A list of mentors or trainers, whose panel also has what programs require of them. */
export function withClearances(kind: 'mentors' | 'trainers', list: Resource): Resource {
  const Panel = list.slots?.panel
  function RecordWithClearances(props: RowActionsProps<Row>) {
    const { can } = useAuth()
    const { id } = props.row
    return (
      <>
        {can('can_verify_clearances', 'can_manage_programs') && (
          <ClearancesPart key={id} record={{ kind, id, name: props.title }} />
        )}
        {Panel && <Panel {...props} />}
      </>
    )
  }
  return { ...list, slots: { ...list.slots, panel: RecordWithClearances } }
}
