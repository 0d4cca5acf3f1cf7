import { crmSections } from '@/shared/auth/areas'
import { routes, matchRoute } from '@/shared/auth/routes'
import { queueTabs } from './queue-tabs'

/** The name of a list by its address, `/crm?tab=programs`: a tab of the queue never has that of a list of the CRM. */
export function listName(address: string): string {
  const { pathname, searchParams } = new URL(address, 'https://list.invalid')
  const name = matchRoute(pathname)
  const tabs = name === 'submissions' ? queueTabs : name === 'crm' ? crmSections : []
  const tab = tabs.find(({ slug }) => slug === searchParams.get('tab'))
  return tab?.label ?? (name && routes[name].menu?.title) ?? ''
}
