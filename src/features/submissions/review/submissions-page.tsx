import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { Container } from '@/shared/ui/container'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/shared/ui/tabs'
import { submissionKinds, type SubmissionKind } from './submission-kinds'
import { SubmissionList } from './submission-list'
import { submissionCountQuery } from './submissions-queries'
import { useLiveSubmissions } from './use-live-submissions'

/** The open tab and page are in the address: `?tab=partnerships&page=2`. */
export function SubmissionsPage() {
  useLiveSubmissions()
  const [searchParams, setSearchParams] = useSearchParams()
  const requested = searchParams.get('tab')
  const tab = submissionKinds.some((kind) => kind.slug === requested)
    ? requested
    : submissionKinds[0].slug
  const page = Math.max(1, Math.floor(Number(searchParams.get('page'))) || 1)

  return (
    <Container width="wide">
      <title>Form Submissions</title>
      <h1>Form Submissions</h1>
      <p className="mt-2 mb-8 text-lg text-ink-soft">
        What visitors sent, newest first. New ones appear by themselves.
      </p>
      <Tabs
        value={tab ?? ''}
        onValueChange={(next) => setSearchParams({ tab: next }, { replace: true })}
      >
        <TabsList aria-label="Kind of submission">
          {submissionKinds.map((kind) => (
            <TabsTrigger key={kind.slug} value={kind.slug}>
              {kind.tab}
              <Count kind={kind} />
            </TabsTrigger>
          ))}
        </TabsList>
        {submissionKinds.map((kind) => (
          <TabsContent key={kind.slug} value={kind.slug}>
            <SubmissionList
              kind={kind}
              page={page}
              onPageChange={(next, options) =>
                setSearchParams({ tab: kind.slug, page: String(next) }, options)
              }
            />
          </TabsContent>
        ))}
      </Tabs>
    </Container>
  )
}

function Count({ kind }: { kind: SubmissionKind }) {
  const { data } = useQuery(submissionCountQuery(kind.table))
  return data === undefined ? null : <> ({data.toLocaleString('en-US')})</>
}
