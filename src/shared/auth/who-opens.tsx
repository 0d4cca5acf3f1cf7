import { useQuery } from '@tanstack/react-query'
import { adminsToAskQuery, whoOpens } from './refusal'
import type { RequiredRights } from './required-rights'

/** The rights that open something, and who grants them: to staff by their names. */
export function WhoOpens({ requiredRights }: { requiredRights: RequiredRights }) {
  const admins = useQuery(adminsToAskQuery)
  return whoOpens(requiredRights, admins.data)
}
