import { rpcQuery } from '@/shared/supabase/ask'
import { optionLabel } from '@/shared/lib/option-label'
import { isPermissionName, permissionNames } from './permissions'
import type { RequiredRights } from './required-rights'

const either = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** For staff: up to six admins, who can grant what a screen asks for. */
export const adminsToAskQuery = rpcQuery<'admins_to_ask', string[]>(
  ['admins-to-ask'],
  'admins_to_ask',
  {},
)

/**
 * The rights that open something, and who grants them, in two sentences.
 *
 * @param admins the names of those to ask, where the reader may know them
 */
export function whoOpens(requiredRights: RequiredRights, admins: readonly string[] = []): string {
  const permissions = requiredRights.filter(isPermissionName)
  const ask = admins.length > 0 && `Ask ${either.format(admins)} for access`
  if (permissions.length === 0) {
    return `Only administrators can open this.${ask ? ` ${ask}.` : ''}`
  }
  if (permissions.length === permissionNames.length)
    return `This is for staff. ${ask || 'An administrator can give you a role or a permission'}.`
  const names = permissions.map((name) => `“${optionLabel(name)}”`)
  return `The permission ${either.format(names)} opens this. ${ask || 'An administrator can grant it'}, or a colleague who has it and edits roles.`
}
