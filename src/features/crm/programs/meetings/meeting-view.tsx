import { useMutation, useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import House from 'lucide-react/icons/house'
import Pencil from 'lucide-react/icons/pencil'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { formatDay } from '@/shared/lib/format-date'
import { isolated } from '@/shared/lib/isolated'
import { Failure } from '@/shared/account-ui/failure'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Loading } from '@/shared/account-ui/loading'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { Alert } from '@/shared/ui/alert'
import { Badge } from '@/shared/ui/badge'
import { Button, buttonClass } from '@/shared/ui/button'
import { Spinner } from '@/shared/ui/spinner'
import { AttendanceGrid } from './attendance-grid'
import { latestDay } from './meeting-fields'
import {
  consentsInWords,
  meetingQuery,
  removeMeeting,
  sheetQuery,
  type Meeting,
} from './meeting-queries'
import { useMeetingAddress } from './meeting-address'
import { lengthInWords, nameOf, outcomeInWords } from './meeting-words'

const MeetingDialog = lazyPart(() => import('./meeting-dialog'))
const GoingHomeList = lazyPart(
  () => import('./going-home-list'),
  () => <Spinner className="my-8" />,
)
const MeetingNote = lazyPart(() => import('./meeting-note'))

/** One meeting: its facts, attendance, going home and note. */
export function MeetingView({ program, id }: { program: string; id: string }) {
  const found = useQuery(meetingQuery(id))
  const [params] = useSearchParams()
  const address = useMeetingAddress()
  const meeting = found.data?.[0]
  const isGoingHome = params.get('show') === 'home'
  const back = (
    <Link
      to={address(isGoingHome ? { meeting: id } : {})}
      className="inline-flex min-h-8 items-center gap-1.5 text-ink-soft hover:text-ink svg:size-4 pointer-coarse:min-h-11"
    >
      <ArrowLeft aria-hidden="true" />
      {isGoingHome ? 'Meeting' : 'Meetings'}
    </Link>
  )
  if (!meeting) {
    return (
      <>
        {back}
        {found.data ? (
          <p className="my-10 text-center text-ink-soft">This meeting was removed.</p>
        ) : (
          <Loading query={found} what="The meeting" className="my-8" />
        )}
      </>
    )
  }
  if (isGoingHome) {
    return (
      <>
        {back}
        <GoingHomeList meeting={meeting} />
      </>
    )
  }
  return (
    <>
      {back}
      <Opened program={program} meeting={meeting} />
    </>
  )
}

function Opened({ program, meeting }: { program: string; meeting: Meeting }) {
  const [opened, setOpened] = useState<'edit' | 'remove'>()
  const { can } = useAuth()
  const address = useMeetingAddress()
  const navigate = useNavigate()
  const removing = useMutation(removeMeeting)
  const { id, title, match_id, mentee_id, day, minutes, place, topics, outcome } = meeting
  const isGroup = match_id === null
  const isOff = outcome === 'cancelled' || outcome === 'missed'
  return (
    <section aria-labelledby="meeting">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-2">
        <h3 id="meeting" className="min-w-0 text-lg wrap-anywhere">
          <bdi>{nameOf(meeting)}</bdi>
        </h3>
        {outcome !== 'happened' && (
          <Badge tone={outcome === 'planned' ? 'blue' : 'quiet'}>{outcomeInWords(meeting)}</Badge>
        )}
        <div className="ms-auto flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
          {meeting.is_collected && !isOff && (
            <Link
              to={address({ meeting: id, show: 'home' })}
              className={buttonClass({ variant: 'primary', className: 'max-sm:basis-full' })}
            >
              <House aria-hidden="true" />
              Going Home
            </Link>
          )}
          <Button variant="outline" onClick={() => setOpened('edit')}>
            <Pencil aria-hidden="true" />
            Change
          </Button>
          <Button variant="outline" onClick={() => setOpened('remove')}>
            Remove
          </Button>
        </div>
      </div>
      <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-2">
        <Fact label="Day">{formatDay(day)}</Fact>
        {minutes !== null && <Fact label="Length">{lengthInWords(minutes)}</Fact>}
        {place && <Fact label="Where">{isolated(place)}</Fact>}
        {topics && <Fact label="Topics">{topics}</Fact>}
        {meeting.needs_consents.length > 0 && (
          <Fact label="Needs consent to">{consentsInWords(meeting.needs_consents)}</Fact>
        )}
        <Fact label="Entered by">{isolated(meeting.recorder_name ?? 'a former colleague')}</Fact>
      </dl>
      {isGroup ? (
        isOff || day > latestDay() ? (
          <p className="text-ink-soft">
            {isOff ? 'It did not take place.' : 'Attendance can be taken from its day on.'}
          </p>
        ) : (
          <AttendanceGrid meeting={id} />
        )
      ) : (
        <>
          <ChildsConsents meeting={meeting} />
          {can('can_manage_mentees') && mentee_id && (
            <MeetingNote meeting={id} child={mentee_id} hasNote={meeting.has_note} />
          )}
        </>
      )}
      {opened === 'edit' && (
        <MeetingDialog program={program} meeting={meeting} onClose={() => setOpened(undefined)} />
      )}
      {opened === 'remove' && (
        <QuestionDialog
          title="Remove this meeting?"
          description={`${title ?? nameOf(meeting)}, ${formatDay(day)}. Its attendance goes with it, and nobody can bring it back.`}
          yes="Remove"
          isPending={removing.isPending}
          isHeld
          onYes={() =>
            removing.mutate(id, { onSuccess: () => void navigate(address({}), { replace: true }) })
          }
          onClose={() => setOpened(undefined)}
        >
          <Failure of={removing} title="The meeting was not removed." />
        </QuestionDialog>
      )}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="wrap-anywhere" dir="auto">
        {children}
      </dd>
    </div>
  )
}

/** For a one-to-one meeting that needs consents. */
function ChildsConsents({ meeting: { id, needs_consents, mentee_name } }: { meeting: Meeting }) {
  const sheet = useQuery({ ...sheetQuery(id), enabled: needs_consents.length > 0 })
  const missing = sheet.data?.[0]?.missing ?? []
  if (missing.length === 0) return null
  return (
    <Alert tone="warning" className="mb-4">
      Nobody has consented to {consentsInWords(missing)} for {isolated(mentee_name)}.
    </Alert>
  )
}
