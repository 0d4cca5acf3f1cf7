import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { readListState, type ListLocation } from '@/shared/resource/list/list-state'
import { ResourceList } from '@/shared/resource/list/resource-list'
import { countQuery, pageQuery } from '@/shared/resource/list/resource-queries'
import { PageHeader } from '@/shared/ui/page-header'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/shared/ui/tabs'
import { answerTemplates } from '@/features/answers/answer-templates'
import { holidays } from '@/features/queue/holidays'
import { useLiveSubmissions } from '@/features/queue/live-submissions'
import { newsletter } from '@/features/campaigns/newsletter'
import { Seats } from '@/features/seats/seats'
import { QueueView } from '@/features/queue/queue-view'
import { queues } from '@/shared/submissions/queues'
import { countsQuery } from '@/shared/submissions/submission-queries'
import { mentees } from '@/features/people/mentees'
import { mentors } from '@/features/people/mentors'
import { trainers } from '@/features/people/trainers'

/** A conversion uses the forms of mentors, mentees and trainers. */
const people = { mentors, mentees, trainers }

/** Where an address names none */
const FIRST = 'volunteers'

/** The open tab is in the address, `?tab=partnerships`, together with what its list keeps there. */
export function Submissions() {
  useLiveSubmissions()
  const { can } = useAuth()
  const [searchParams, setSearchParams] = useSearchParams()
  const { data: counts } = useQuery(countsQuery)
  const { data: subscriptions } = useQuery(countQuery(newsletter, all))
  const lists = [newsletter, answerTemplates, holidays].filter(({ requiredRights }) =>
    can(...requiredRights),
  )
  const tabs = [
    ...queues.map((queue) => ({
      slug: queue.resource.slug,
      tab: queue.resource.tab,
      count: counts?.of(queue.kind),
      content: <QueueView key={queue.resource.slug} queue={queue} people={people} />,
    })),
    { slug: 'seats', tab: 'Seats', count: undefined, content: <Seats /> },
    ...lists.map((resource) => ({
      slug: resource.slug,
      tab: resource.tab,
      count: resource === newsletter ? subscriptions : undefined,
      content: <ResourceList resource={resource} />,
    })),
  ]
  const requested = searchParams.get('tab')
  const open = tabs.find(({ slug }) => slug === requested)?.slug ?? FIRST

  return (
    // As high as the window: list and detail scroll by themselves.
    <div className="flex flex-col lg:h-[calc(100dvh-1rem)] lg:min-h-120">
      <PageHeader
        title="Form Submissions"
        text="What visitors have sent us. New ones appear as they arrive."
      />
      <Tabs
        value={open}
        onValueChange={(tab) => setSearchParams({ tab }, { replace: true })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <TabsList
          aria-label="Kind of submission"
          className={searchParams.has('open') ? 'max-lg:hidden' : undefined}
        >
          {tabs.map(({ slug, tab, count }) => (
            <TabsTrigger
              key={slug}
              value={slug}
              className="border-b-2! px-2.5! pointer-fine:min-h-9!"
            >
              {tab}
              {count !== undefined && ` (${count.toLocaleString('en-US')})`}
            </TabsTrigger>
          ))}
        </TabsList>
        {tabs.map(({ slug, content }) => (
          <TabsContent
            key={slug}
            value={slug}
            className="min-h-0 pt-2! data-[state=active]:flex data-[state=active]:flex-1 data-[state=active]:flex-col"
          >
            {content}
          </TabsContent>
        ))}
      </Tabs>
    </div>
  )
}

const all = { search: '', filters: {} }

/** Starts the queries of the queue that the address opens; the user of "Mine" is not known yet. */
export function prefetchSubmissions(queryClient: QueryClient, location: ListLocation): void {
  const tab = new URLSearchParams(location.search).get('tab') ?? FIRST
  const resource = queues.find((queue) => queue.resource.slug === tab)?.resource
  const list = resource && readListState(resource, location)
  void queryClient.prefetchQuery(countsQuery)
  if (list && list.filters.view !== 'mine') {
    void queryClient.prefetchQuery(pageQuery(resource, list))
  }
}
