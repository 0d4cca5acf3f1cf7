import { adminsToAskQuery, whoOpens } from '@/shared/auth/refusal'
import type { RequiredRights } from '@/shared/auth/required-rights'
import { notify } from '@/shared/ui/notify'
import { queryClient } from '../query-client'

/** Says on the next page why another one did not open, and whom to ask. */
export async function tellRefusal(
  screen: string | undefined,
  requiredRights: RequiredRights,
): Promise<void> {
  let isRead = false
  const tell = (admins?: readonly string[]) =>
    notify({
      id: 'refused',
      title: screen ? `You can’t open ${screen}.` : 'You can’t open this page.',
      description: whoOpens(requiredRights, admins),
      tone: 'error',
      // It stays until it is read.
      action: { label: 'OK', onClick: () => void (isRead = true) },
    })
  // The names come later, if at all.
  tell()
  const admins = await queryClient.fetchQuery(adminsToAskQuery).catch(() => [])
  if (admins.length > 0 && !isRead) tell(admins)
}
