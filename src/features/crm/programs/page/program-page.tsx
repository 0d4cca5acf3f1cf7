import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Pencil from 'lucide-react/icons/pencil'
import Printer from 'lucide-react/icons/printer'
import Users from 'lucide-react/icons/users'
import { useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { isEditable } from '@/engine/core/define-resource'
import { RecordFiles } from '@/engine/files/record-files'
import { RecordHistory } from '@/engine/record/record-history'
import { SubjectTasks } from '@/engine/tasks/subject-tasks'
import { cn } from '@/shared/lib/cn'
import { formatDay } from '@/shared/lib/format-date'
import { isolated } from '@/shared/lib/isolated'
import { optionLabel } from '@/shared/lib/option-label'
import { useAuth } from '@/shared/auth/auth-context'
import { whoOpens } from '@/shared/auth/refusal'
import { paths } from '@/shared/config/paths'
import { programLabel } from '@/shared/submissions/program-label'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { PartBoundary } from '@/shared/account-ui/part-boundary'
import { StatusBadge } from '@/shared/account-ui/status-badge'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/shared/account-ui/tabs'
import { Button } from '@/shared/ui/button'
import { Spinner } from '@/shared/ui/spinner'
import { personKinds } from '../assignable-people'
import { programs } from '../programs'
import { headerQuery, type Header } from './program-queries'
import { Roster } from './roster'

const AssignmentsDialog = lazyPart(() => import('../assignments-dialog'))
const ProgramMeetings = lazyPart(
  () => import('../meetings/program-meetings'),
  () => <Spinner className="my-8" />,
)
const HeldMeetings = lazyPart(() => import('../held-meetings/held-meetings'))
const HandOnDialog = lazyPart(() => import('./hand-on-dialog'))
const ProgramMatches = lazyPart(() => import('../matches/program-matches'))
const RequirementsPart = lazyPart(() => import('../clearances/requirements-part'))
const ResourceDialog = lazyPart(async () => ({
  ResourceDialog: (await import('@/engine/write/resource-dialog')).ResourceDialog,
}))
const RosterDialog = lazyPart(() => import('./roster-dialog'))
const WebsiteDialog = lazyPart(() => import('./website-dialog'))

type Opened = 'people' | 'edit' | 'hand on' | 'website' | 'print'

/** A program: its header, people, tasks, files and history. */
export function ProgramPage({ id }: { id: string }) {
  const header = useQuery(headerQuery(id))
  const [opened, setOpened] = useState<Opened>()
  const [params] = useSearchParams()
  // A phone shows an open meeting, or the pairing, first.
  const isInside = params.has('meeting') || params.has('pairing')
  const back = (
    <Link
      to="?tab=programs"
      className="inline-flex min-h-8 items-center gap-1.5 text-ink-soft hover:text-ink svg:size-4 pointer-coarse:min-h-11"
    >
      <ArrowLeft aria-hidden="true" />
      Programs
    </Link>
  )
  if (!header.data) {
    if (header.isPending) return <Spinner label="Loading the program..." className="my-16" />
    return (
      <>
        {back}
        {header.isError ? (
          <LoadFailure title="The program could not be loaded." query={header} />
        ) : (
          <p className="my-10 text-center text-ink-soft">
            It was removed, or you no longer have access to it.
          </p>
        )}
      </>
    )
  }
  const program = header.data
  const title = isolated(program.name)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-2">
        {back}
        <h2 dir="auto" className="min-w-0 wrap-anywhere">
          {program.name}
        </h2>
        <StatusBadge status={program.status} />
        {program.people && (
          <div
            className={cn(
              'ms-auto flex flex-wrap gap-2 max-sm:ms-0 max-sm:w-full max-sm:flex-nowrap max-sm:*:grow max-sm:*:px-2 max-sm:[&_svg]:hidden',
              isInside && 'max-sm:hidden',
            )}
          >
            <Button variant="outline" onClick={() => setOpened('print')}>
              <Printer aria-hidden="true" />
              Print or Export
            </Button>
            <Button variant="outline" onClick={() => setOpened('edit')}>
              <Pencil aria-hidden="true" />
              Edit
            </Button>
            <Button onClick={() => setOpened('people')}>
              <Users aria-hidden="true" />
              Manage People
            </Button>
          </div>
        )}
      </div>
      <div className={cn(isInside && 'max-sm:hidden')}>
        <Facts program={program} open={setOpened} />
      </div>
      {program.people && <HeldMeetings key={id} programId={id} />}
      {program.people && (
        <Parts id={id} title={title} people={program.people} onManage={() => setOpened('people')} />
      )}
      {!program.people && (
        <EmptyState
          icon={<Users />}
          title="People, matches and meetings"
          text={whoOpens(['can_manage_programs'])}
        />
      )}
      {opened === 'people' && (
        <AssignmentsDialog row={{ id, name: program.name }} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'edit' && isEditable(programs) && (
        <ResourceDialog
          resource={programs}
          row={{ id, created_at: '', name: program.name }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === 'hand on' && (
        <HandOnDialog id={id} program={program} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'website' && (
        <WebsiteDialog id={id} program={program} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'print' && (
        <RosterDialog id={id} name={program.name} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

interface FactsProps {
  program: Header
  open: (dialog: Opened) => void
}

/** Dates, manager and seats of a program. */
function Facts({ program, open }: FactsProps) {
  const { description, start_date, end_date, manager_name, may_hand_on } = program
  return (
    <>
      {description && (
        <p
          dir="auto"
          className="max-w-measure pb-3 wrap-anywhere whitespace-pre-line text-ink-soft"
        >
          {description}
        </p>
      )}
      <dl className="mb-4 grid gap-x-8 gap-y-1 rounded-card border border-line bg-paper-raised px-4 py-2 md:grid-cols-[auto_auto_minmax(0,1fr)]">
        <Fact label="Dates">{datesOf(start_date, end_date)}</Fact>
        <Fact label="Manager">
          <bdi>{manager_name ?? <span className="text-ink-soft">Nobody</span>}</bdi>
          {may_hand_on && (
            <Button variant="ghost" size="sm" onClick={() => open('hand on')}>
              Hand on
            </Button>
          )}
        </Fact>
        <Fact label="Seats">
          <Seats program={program} open={open} />
        </Fact>
      </dl>
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-baseline gap-x-3 md:block">
      <dt className="w-16 flex-none text-sm text-ink-soft md:w-auto">{label}</dt>
      <dd className="flex min-h-8 flex-wrap items-center gap-x-3">{children}</dd>
    </div>
  )
}

function datesOf(from: string | null, until: string | null): string {
  if (from && until) return `${formatDay(from)} – ${formatDay(until)}`
  if (from) return `From ${formatDay(from)}`
  return until ? `Until ${formatDay(until)}` : 'No dates yet'
}

/** The numbers of the website's program, with the way to its registrations for reviewers. */
function Seats({ program, open }: FactsProps) {
  const { can } = useAuth()
  const { website_program: website, registrations, people } = program
  if (!website || !registrations) {
    return (
      <>
        <span className="text-ink-soft">No program of the website</span>
        {people && (
          <Button
            variant="ghost"
            size="sm"
            aria-label="Choose the website’s program"
            onClick={() => open('website')}
          >
            Choose
          </Button>
        )}
      </>
    )
  }
  const { seats, confirmed, offered, waiting, undecided } = registrations
  const number = (count: number) => count.toLocaleString('en-US')
  const figures = [
    seats === null
      ? `${number(confirmed)} confirmed`
      : `${number(confirmed)} of ${number(seats)} confirmed`,
    ...(offered > 0 ? [`${number(offered)} offered`] : []),
    `${number(waiting)} waiting`,
    `${number(undecided)} undecided`,
  ].join(' · ')
  return (
    <>
      <span className="inline-flex min-h-8 items-center tabular-nums">{figures}</span>
      {can('can_review_submissions') ? (
        <Link
          to={`${paths.submissions}?tab=registrations&program=${website}`}
          className="inline-flex min-h-8 items-center pointer-coarse:min-h-11"
        >
          {programLabel(website)}
        </Link>
      ) : (
        <span className="text-ink-soft">{programLabel(website)}</span>
      )}
      {people && (
        <Button
          variant="ghost"
          size="sm"
          aria-label="Change the website’s program"
          onClick={() => open('website')}
        >
          Change
        </Button>
      )}
    </>
  )
}

interface PartsProps {
  id: string
  title: string
  people: NonNullable<Header['people']>
  /** Opens the dialog that assigns people. */
  onManage: () => void
}

const PART = 'part'

/** The parts of the page, one open at a time; the address names it. */
function Parts({ id, title, people, onManage }: PartsProps) {
  const [params, setParams] = useSearchParams()
  const parts: { slug: string; label: string; content: ReactNode }[] = [
    ...personKinds.map((kind) => ({
      slug: kind,
      label: `${optionLabel(kind)} (${people[kind].toLocaleString('en-US')})`,
      content: (
        <Roster
          key={kind}
          program={id}
          kind={kind}
          hasMatches={people.mentees > 0 && people.mentors > 0}
          onManage={onManage}
        />
      ),
    })),
    {
      slug: 'matches',
      label: 'Matches',
      content: <ProgramMatches programId={id} />,
    },
    {
      slug: 'meetings',
      label: 'Meetings',
      content: <ProgramMeetings programId={id} />,
    },
    {
      slug: 'work',
      label: 'Requirements, tasks and files',
      content: (
        <div className="max-w-3xl rounded-card border border-line bg-paper-raised px-4 pt-2">
          <RequirementsPart program={id} name={title} />
          <SubjectTasks subject={{ kind: 'programs', id }} name={title} />
          <RecordFiles record={{ kind: 'programs', id, name: title }} />
        </div>
      ),
    },
    {
      slug: 'history',
      label: 'History',
      content: (
        <div className="max-w-3xl *:mt-0 *:border-0 *:pt-0">
          <RecordHistory id={id} labels={programs.fields} startsOpen />
        </div>
      ),
    },
  ]
  const asked = params.get(PART)
  const shown = parts.some(({ slug }) => slug === asked) ? asked! : 'mentees'
  return (
    <Tabs
      value={shown}
      onValueChange={(slug) =>
        setParams(
          (before) => {
            before.set(PART, slug)
            return before
          },
          { replace: true },
        )
      }
    >
      <TabsList aria-label="Parts of the program">
        {parts.map(({ slug, label }) => (
          <TabsTrigger key={slug} value={slug}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {parts.map(({ slug, label, content }) => (
        <TabsContent key={slug} value={slug} className="pt-4">
          <PartBoundary failure={`${label} could not be shown.`}>{content}</PartBoundary>
        </TabsContent>
      ))}
    </Tabs>
  )
}
