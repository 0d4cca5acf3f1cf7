import CircleCheck from 'lucide-react/icons/circle-check'
import Construction from 'lucide-react/icons/construction'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Alert } from '@/shared/ui/alert'
import { Badge } from '@/shared/ui/badge'
import { Card, CardContent, CardHeader, CardTitle } from '@/shared/ui/card'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { PageHeader } from '@/shared/account-ui/page-header'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/shared/account-ui/tabs'
import { sampleDonations, samplePrograms, sampleProjects, sampleTotals } from './sample-records'

/** A dashboard of sample data; every part says so. */
export function DemoDashboardPage() {
  return (
    <>
      <PageHeader title="Admin Dashboard" />
      <Alert title="Sample data">
        Every figure, name and date on this page is made up. Your real work starts at the{' '}
        <Link to={paths.staffDashboard}>staff dashboard</Link>.
      </Alert>
      <Tabs defaultValue="overview" className="mt-4">
        <TabsList aria-label="Parts of the dashboard">
          <TabsTrigger value="overview">Overview</TabsTrigger>
          <TabsTrigger value="donations">Donations</TabsTrigger>
          <TabsTrigger value="programs">Programs</TabsTrigger>
          <TabsTrigger value="projects">Projects</TabsTrigger>
        </TabsList>
        <TabsContent value="overview">
          <Overview />
        </TabsContent>
        <TabsContent value="donations">
          <Placeholder title="Donations will be listed here" />
        </TabsContent>
        <TabsContent value="programs">
          <Programs />
        </TabsContent>
        <TabsContent value="projects">
          <Placeholder title="Projects will be listed here" />
        </TabsContent>
      </Tabs>
    </>
  )
}

function Overview() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <SampleCard title="Total Donations">
        <p className="font-display text-heading text-forest-800">
          {formatDollars(sampleTotals.donations)}
        </p>
      </SampleCard>
      <SampleCard title="Donors">
        <p className="font-display text-heading text-forest-800">{sampleTotals.donors}</p>
      </SampleCard>
      <SampleCard title="Recent Donations">
        <ul className="divide-y divide-line">
          {sampleDonations.map(({ donor, amount, project, date }) => (
            <li key={donor} className="flex items-baseline justify-between gap-4 py-3">
              <div className="min-w-0">
                <p className="font-semibold">{donor}</p>
                <p className="text-sm text-ink-soft">
                  {project}, {formatDay(date)}
                </p>
              </div>
              <p className="font-semibold tabular-nums">{formatDollars(amount)}</p>
            </li>
          ))}
        </ul>
      </SampleCard>
      <SampleCard title="Project Status">
        <ul className="divide-y divide-line">
          {sampleProjects.map((project) => (
            <li key={project.name} className="grid gap-2 py-3">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <p className="font-semibold">{project.name}</p>
                <ProjectStatus isUrgent={project.status === 'urgent'} />
              </div>
              <progress
                aria-label={`${project.name}: raised`}
                value={project.raised}
                max={project.goal}
                className="ui-progress"
              />
              <p className="text-sm text-ink-soft">
                {formatDollars(project.raised)} of {formatDollars(project.goal)}, updated{' '}
                {formatDay(project.lastUpdate)}
              </p>
            </li>
          ))}
        </ul>
      </SampleCard>
    </div>
  )
}

function Programs() {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {samplePrograms.map(({ title, date, registered, capacity, status }) => (
        <SampleCard as="li" key={title} title={title}>
          <p className="mb-3">
            {status === 'filling-fast' ? (
              <Badge tone="orange">Filling Fast</Badge>
            ) : (
              <Badge tone="green">Open</Badge>
            )}
          </p>
          <p>{formatDay(date)}</p>
          <p className="text-ink-soft">
            {registered} of {capacity} seats taken
          </p>
        </SampleCard>
      ))}
    </ul>
  )
}

function SampleCard({
  as = 'section',
  title,
  children,
}: {
  as?: 'section' | 'li'
  title: string
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <Card as={as} aria-labelledby={titleId}>
      <CardHeader>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <CardTitle as="h2" id={titleId}>
            {title}
          </CardTitle>
          <Badge>Sample data</Badge>
        </div>
      </CardHeader>
      <CardContent>{children}</CardContent>
    </Card>
  )
}

function ProjectStatus({ isUrgent }: { isUrgent: boolean }) {
  return isUrgent ? (
    <Badge tone="red">
      <TriangleAlert aria-hidden="true" />
      Urgent
    </Badge>
  ) : (
    <Badge tone="neutral">
      <CircleCheck aria-hidden="true" />
      On Track
    </Badge>
  )
}

function Placeholder({ title }: { title: string }) {
  return (
    <EmptyState
      as="h2"
      icon={<Construction />}
      title={title}
      text="This part of the sample dashboard is empty."
    />
  )
}
