import { Badge } from '@/shared/ui/badge'
import type { AccountProof } from './account-proof'

/** The step that an account is waiting for; nothing when it is active. */
export function AccountState({ account }: { account: AccountProof }) {
  if (!account.confirmed) return <Badge>Unconfirmed</Badge>
  if (account.offered_role) return <Badge tone="marigold">Waiting for a new password</Badge>
  return null
}
