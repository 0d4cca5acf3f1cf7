import { Badge } from '@/shared/ui/badge'
import type { AccountProof } from './account-proof'

/** What an account still waits for; nothing where it is in use. */
export function AccountState({ account }: { account: AccountProof }) {
  if (!account.confirmed) return <Badge>Unconfirmed</Badge>
  if (account.offered_role) return <Badge tone="marigold">Waiting for a new password</Badge>
  return null
}
