import { useQuery, type QueryClient } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Link, useSearchParams } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { cn } from '@/shared/lib/cn'
import type { Resource } from '@/engine/core/define-resource'
import { readListState, type ListLocation } from '@/engine/core/list-state'
import { ListArrival } from '@/engine/views/list-arrival'
import { ResourceList } from '@/engine/resource-list'
import { readOpen } from '@/engine/list/use-open-row'
import { countQuery, pageQuery } from '@/engine/core/resource-queries'
import { VIEW_PARAM } from '@/engine/views/view-queries'
import { Button } from '@/shared/ui/button'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Menu, MenuItem } from '@/shared/account-ui/menu'
import { PartBoundary } from '@/shared/account-ui/part-boundary'
import { PageHeader } from '@/shared/account-ui/page-header'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/shared/account-ui/tabs'
import { answerTemplates } from '@/features/submissions/answers/answer-templates'
import { holidays } from '@/features/submissions/queue/holidays'
import { useLiveSubmissions } from '@/features/submissions/queue/live-submissions'
import { newsletter } from '@/features/crm/campaigns/newsletter'
import { QueueView, SubmissionDetail } from '@/features/submissions/queue/queue-view'
import { queues } from '@/features/submissions/common/queues'
import { countsQuery } from '@/features/submissions/common/submission-queries'
import { mentees } from '@/features/crm/people/records/mentees'
import { mentors } from '@/features/crm/people/records/mentors'
import { trainers } from '@/features/crm/people/records/trainers'

const Seats = lazyPart(() => import('@/features/submissions/seats/seats'))

/** A conversion uses the forms of mentors, mentees and trainers. */
const people = { mentors, mentees, trainers }

/** The tab where an address names none */
const FIRST = 'volunteers'

/** The open tab is in the address, `?tab=partnerships`, together with its list’s state. */
export function Submissions() {
  useLiveSubmissions()
  const { can } = useAuth()
  const [searchParams, setSearchParams] = useSearchParams()
  const { data: counts } = useQuery(countsQuery)
  const { data: subscriptions } = useQuery(countQuery(newsletter, all))
  const listTabs = (lists: readonly Resource[]) =>
    lists
      .filter(({ requiredRights }) => can(...requiredRights))
      .map((resource) => ({
        slug: resource.slug,
        tab: resource.tab,
        count: resource === newsletter ? subscriptions : undefined,
        content: <ResourceList resource={resource} />,
      }))
  const kinds = [
    ...queues.map((queue) => ({
      slug: queue.resource.slug,
      tab: queue.resource.tab,
      count: counts?.of(queue.kind),
      content: (
        <ListArrival key={queue.resource.slug} resource={queue.resource}>
          <QueueView queue={queue} people={people} />
        </ListArrival>
      ),
    })),
    ...listTabs([newsletter]),
  ]
  const settings = [
    {
      slug: 'seats',
      tab: 'Seats',
      content: (
        <PartBoundary failure="The seats could not be loaded.">
          <Seats />
        </PartBoundary>
      ),
    },
    ...listTabs([answerTemplates, holidays]),
  ]
  const tabs = [...kinds, ...settings]
  const requested = searchParams.get('tab')
  const open = tabs.find(({ slug }) => slug === requested)?.slug ?? FIRST

  return (
    // As high as the window: list and detail scroll separately.
    <div className="flex flex-col lg:h-[calc(100dvh-1rem)] lg:min-h-120">
      <PageHeader
        title="Form Submissions"
        text="Everything visitors have sent us. New submissions appear as they arrive."
        isTight
      />
      <Tabs
        value={open}
        onValueChange={(tab) => setSearchParams({ tab }, { replace: true })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div
          className={cn(
            'flex items-center gap-2 *:first:min-w-0 *:first:flex-1',
            readOpen(searchParams) && 'max-lg:hidden',
          )}
        >
          <TabsList aria-label="Kind of submission">
            {kinds.map(({ slug, tab, count }) => (
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
          <Menu
            trigger={
              <Button variant="ghost" size="sm" className="flex-none">
                {settings.find(({ slug }) => slug === open)?.tab ?? 'More'}
                <ChevronDown aria-hidden="true" />
              </Button>
            }
          >
            {settings.map(({ slug, tab }) => (
              <MenuItem key={slug} asChild>
                <Link replace to={`?tab=${slug}`}>
                  {tab}
                </Link>
              </MenuItem>
            ))}
          </Menu>
        </div>
        {tabs.map(({ slug, tab, content }) => (
          <TabsContent
            key={slug}
            value={slug}
            {...(settings.some((one) => one.slug === slug) && {
              'aria-labelledby': undefined,
              'aria-label': tab,
            })}
            className="min-h-0 pt-1! data-[state=active]:flex data-[state=active]:flex-1 data-[state=active]:flex-col"
          >
            {content}
          </TabsContent>
        ))}
      </Tabs>
    </div>
  )
}

const all = { search: '', filters: {} }

/** Starts the queries of the queue that the address opens. */
export function prefetchSubmissions(queryClient: QueryClient, location: ListLocation): void {
  const tab = new URLSearchParams(location.search).get('tab') ?? FIRST
  const resource = queues.find((queue) => queue.resource.slug === tab)?.resource
  const list = resource && readListState(resource, location)
  void queryClient.prefetchQuery(countsQuery)
  if (readOpen(new URLSearchParams(location.search))) void SubmissionDetail.load().catch(() => {})
  if (list && !new URLSearchParams(location.search).has(VIEW_PARAM)) {
    void queryClient.prefetchQuery(pageQuery(resource, list))
  }
}
