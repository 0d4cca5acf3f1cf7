import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
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
    <main className="py-8 sm:py-12">
      <title>Form Submissions</title>
      <Container width="wide">
        <Link to={paths.account} className="flex min-h-11 items-center gap-2 font-semibold">
          <ArrowLeft aria-hidden="true" className="size-5" />
          Your account
        </Link>
        <h1 className="mt-2 text-title">Form Submissions</h1>
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
                onPageChange={(next) => setSearchParams({ tab: kind.slug, page: String(next) })}
              />
            </TabsContent>
          ))}
        </Tabs>
      </Container>
    </main>
  )
}

function Count({ kind }: { kind: SubmissionKind }) {
  const { data } = useQuery(submissionCountQuery(kind.table))
  return data === undefined ? null : <> ({data.toLocaleString('en-US')})</>
}
