import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Container } from '@/shared/ui/container'
import { Spinner } from '@/shared/ui/spinner'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/shared/ui/tabs'
import { dashboardTab, tabsFor } from './crm-tabs'

/**
 * For admins and holders of at least one permission. The open tab is in the address, `?tab=users`,
 * together with what the tab itself keeps there; another tab begins anew.
 */
export function CrmPage() {
  const auth = useAuth()
  const [searchParams, setSearchParams] = useSearchParams()
  const tabs = tabsFor(auth)

  // Without a way back: the sign-in page passes on who is signed in, and would send them here again.
  if (tabs.length === 0) return <Navigate replace to={paths.login} />

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
            <ErrorBoundary fallback={<NotLoaded />}>
              <Suspense fallback={<Spinner className="my-16" />}>
                <Content />
              </Suspense>
            </ErrorBoundary>
          </TabsContent>
        ))}
      </Tabs>
    </Container>
  )
}

function NotLoaded() {
  return (
    <Alert tone="danger" role="alert" title="This part of the CRM could not be loaded.">
      <Button variant="outline" size="sm" className="mt-3" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </Alert>
  )
}
