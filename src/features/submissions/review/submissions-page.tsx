import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { Resource } from '@/shared/resource/define-resource'
import { ResourceList } from '@/shared/resource/resource-list'
import { countQuery } from '@/shared/resource/resource-queries'
import { Container } from '@/shared/ui/container'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/shared/ui/tabs'
import { submissionLists } from './submission-lists'
import { useLiveSubmissions } from './use-live-submissions'

/** The open tab is in the address, `?tab=partnerships`, together with what its list keeps there. */
export function SubmissionsPage() {
  useLiveSubmissions()
  const [searchParams, setSearchParams] = useSearchParams()
  const requested = searchParams.get('tab')
  const { slug: open } =
    submissionLists.find(({ slug }) => slug === requested) ?? submissionLists[0]

  return (
    <Container width="wide">
      <title>Form Submissions</title>
      <h1>Form Submissions</h1>
      <p className="mt-2 mb-8 text-lg text-ink-soft">
        What visitors sent, newest first. New ones appear by themselves.
      </p>
      <Tabs value={open} onValueChange={(tab) => setSearchParams({ tab }, { replace: true })}>
        <TabsList aria-label="Kind of submission">
          {submissionLists.map((resource) => (
            <TabsTrigger key={resource.slug} value={resource.slug}>
              {resource.tab}
              <Count resource={resource} />
            </TabsTrigger>
          ))}
        </TabsList>
        {submissionLists.map((resource) => (
          <TabsContent key={resource.slug} value={resource.slug}>
            <ResourceList resource={resource} />
          </TabsContent>
        ))}
      </Tabs>
    </Container>
  )
}

function Count({ resource }: { resource: Resource }) {
  const { data } = useQuery(countQuery(resource, all))
  return data === undefined ? null : <> ({data.toLocaleString('en-US')})</>
}

const all = { search: '', filters: {} }
