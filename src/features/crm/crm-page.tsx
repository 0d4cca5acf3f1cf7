import { useSearchParams } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { ResourceScreen } from '@/shared/resource/resource-screen'
import { Container } from '@/shared/ui/container'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/shared/ui/tabs'
import { resources } from './resources/resources'

export function CrmPage() {
  const { can } = useAuth()
  const [params, setParams] = useSearchParams()
  const open = resources.filter(({ permission }) => can(permission))
  const tab = open.find(({ slug }) => slug === params.get('tab')) ?? open[0]
  if (!tab) return null
  return (
    <main className="py-8 sm:py-12">
      <title>CRM Dashboard</title>
      <Container width="wide">
        <h1 className="mb-6 text-title">CRM Dashboard</h1>
        <Tabs value={tab.slug} onValueChange={(next) => setParams({ tab: next })}>
          <TabsList aria-label="Part of the CRM">
            {open.map(({ slug, tab: label }) => (
              <TabsTrigger key={slug} value={slug}>
                {label}
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value={tab.slug}>
            <ResourceScreen resource={tab} />
          </TabsContent>
        </Tabs>
      </Container>
    </main>
  )
}
