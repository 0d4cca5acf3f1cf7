import type { QueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import type { ListLocation } from '@/shared/resource/list-state'
import { prefetchList } from '@/shared/resource/prefetch-list'
import { Container } from '@/shared/ui/container'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/shared/ui/tabs'
import { dashboardTab, tabsFor } from './crm-tabs'
import { resources } from './resources/resources'

/**
 * The open tab is in the address, `?tab=users`, together with what the tab itself keeps there; another
 * tab begins anew.
 */
export function CrmPage() {
  const [searchParams, setSearchParams] = useSearchParams()
  const tabs = tabsFor(useAuth())

  const requested = searchParams.get('tab')
  const open = tabs.find(({ slug }) => slug === requested) ?? dashboardTab
  return (
    <Container width="wide">
      <title>CRM Dashboard</title>
      <h1 className="text-title">CRM Dashboard</h1>
      <p className="mt-2 mb-8 max-w-measure text-lg text-ink-soft">
        Manage relationships, campaigns and analytics in one place.
      </p>
      <Tabs
        value={open.slug}
        onValueChange={(slug) => setSearchParams({ tab: slug }, { replace: true })}
      >
        <TabsList aria-label="Areas of the CRM">
          {tabs.map(({ slug, label }) => (
            <TabsTrigger key={slug} value={slug}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        {tabs.map(({ slug, Content }) => (
          <TabsContent key={slug} value={slug}>
            <Content />
          </TabsContent>
        ))}
      </Tabs>
    </Container>
  )
}

/** Starts the queries of the list that the address opens. */
export function prefetchCrm(queryClient: QueryClient, location: ListLocation): void {
  const tab = new URLSearchParams(location.search).get('tab')
  const resource = resources.find(({ slug }) => slug === tab)
  if (resource) prefetchList(queryClient, resource, location)
}
