import { lazyPart } from '@/shared/account-ui/lazy-part'
import type { RowActionsProps } from '@/engine/core/define-resource'

const DonorPanel = lazyPart(() => import('@/features/crm/giving/donors/donor-panel'))
const DonorContact = lazyPart(() => import('@/features/crm/people/family/donor-contact'))

/** A donor with the part that the people of the CRM have, too. */
export function DonorWithContact({
  row,
  title,
}: Pick<RowActionsProps<{ id: string }>, 'row' | 'title'>) {
  return (
    <DonorPanel row={row} title={title} contact={<DonorContact key={row.id} person={row.id} />} />
  )
}
