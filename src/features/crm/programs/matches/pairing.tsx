import { useMutation, useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { Failure } from '@/shared/account-ui/failure'
import { Loading } from '@/shared/account-ui/loading'
import { useAuth } from '@/shared/auth/auth-context'
import { Button } from '@/shared/ui/button'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { notify } from '@/shared/ui/notify'
import { fittingQuery, proposeMatch, supervisorsQuery, unmatchedQuery } from './match-queries'
import { Child, MentorChoice } from './pairing-parts'

interface PairingProps {
  programId: string
  onClose: () => void
}

/**
 * Pairs the mentees without a match one after the other: Enter proposes the mentor in focus and
 * opens the next mentee, Down and Up change the mentor, N skips the mentee.
 */
export function Pairing({ programId, onClose }: PairingProps) {
  const me = useAuth().user?.id ?? ''
  const unmatched = useQuery(unmatchedQuery(programId))
  const supervisors = useQuery(supervisorsQuery)
  const [opened, setOpened] = useState<string>()
  const [proposalId, setProposalId] = useState(() => crypto.randomUUID())
  const [supervisor, setSupervisor] = useState<string>()
  const [deputy, setDeputy] = useState('')
  const [meetings, setMeetings] = useState('2')
  const [showsOthers, setShowsOthers] = useState(false)
  const proposing = useMutation(proposeMatch)
  const mentees = useRef<HTMLUListElement>(null)
  const mentors = useRef<HTMLUListElement>(null)

  const listed = unmatched.data?.mentees ?? []
  const open = listed.find(({ id }) => id === opened)
  const fitting = useQuery({ ...fittingQuery(programId, opened ?? ''), enabled: !!open })
  const mayTake = (supervisors.data ?? []).some(({ id }) => id === me)
  const chosen = supervisor ?? (mayTake ? me : '')
  const colleagues = (supervisors.data ?? []).map(({ id, full_name }) => ({
    id,
    label: id === me ? `${full_name} (you)` : full_name,
  }))

  function openMentee(id: string | undefined) {
    setOpened(id)
    setProposalId(crypto.randomUUID())
    setShowsOthers(false)
    proposing.reset()
  }
  const next = () => {
    const place = listed.findIndex(({ id }) => id === opened)
    return (listed[place + 1] ?? listed[0])?.id
  }
  function propose(mentor: { id: string; name: string }) {
    if (!open || proposing.isPending) return
    const after = listed.length > 1 ? next() : undefined
    proposing.mutate(
      {
        id: proposalId,
        program: programId,
        mentor: mentor.id,
        mentee: open.id,
        meetings: Number(meetings),
        ...(chosen && { supervisor: chosen }),
        ...(chosen && deputy && deputy !== chosen && { deputy }),
      },
      {
        onSuccess: () => {
          notify({ title: 'Match proposed', description: `${mentor.name} and ${open.name}` })
          openMentee(after === open.id ? undefined : after)
        },
      },
    )
  }

  const isListed = listed.length > 0
  useEffect(() => {
    if (isListed) mentees.current?.querySelector('button')?.focus()
  }, [isListed])
  // The best mentor gets the focus as soon as they are known.
  const isReady = !!fitting.data && !fitting.isFetching
  useEffect(() => {
    if (isReady) mentors.current?.querySelector('button')?.focus()
  }, [isReady, opened])

  const shown = fitting.data?.mentors.filter(({ fits }) => showsOthers || fits) ?? []
  const others = (fitting.data?.mentors.length ?? 0) - shown.length

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement)
      return
    if (event.key.toLowerCase() === 'n' && open) {
      event.preventDefault()
      openMentee(next())
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const list = document.activeElement?.closest('ul')
      const buttons = [...(list?.querySelectorAll<HTMLElement>('button[data-choice]') ?? [])]
      const place = buttons.indexOf(document.activeElement as HTMLElement)
      if (place < 0) return
      event.preventDefault()
      buttons[place + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
    }
  }

  return (
    <section aria-label="Pairing" onKeyDown={onKeyDown}>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="ghost" size="sm" onClick={onClose}>
          <ArrowLeft aria-hidden="true" />
          Matches
        </Button>
        <h3 className="font-sans text-base font-semibold">
          Pairing
          {unmatched.data && unmatched.data.total > 0 && (
            <span className="font-normal text-ink-soft">
              {' '}
              {unmatched.data.total.toLocaleString('en-US')} without a match
            </span>
          )}
        </h3>
      </div>
      {!unmatched.data ? (
        <Loading query={unmatched} what="The mentees" className="my-8" label="Loading mentees..." />
      ) : listed.length === 0 ? (
        <EmptyState
          icon={<HeartHandshake />}
          title="Every mentee has a match"
          text="Mentees that you add to this program appear here."
        />
      ) : (
        <>
          <div className="mb-4 grid grid-cols-2 gap-x-3 gap-y-2 max-sm:*:first:col-span-2 sm:grid-cols-3 lg:max-w-3xl">
            <Setting label="Supervisor">
              <ChoiceSelect
                aria-label="Supervisor"
                choices={colleagues}
                none="No one"
                value={chosen}
                onChange={({ target }) => setSupervisor(target.value)}
              />
            </Setting>
            <Setting label="Deputy">
              <ChoiceSelect
                aria-label="Deputy"
                choices={colleagues.filter(({ id }) => id !== chosen)}
                none="No one"
                value={deputy === chosen ? '' : deputy}
                onChange={({ target }) => setDeputy(target.value)}
              />
            </Setting>
            <Setting label="Meetings a month">
              <ChoiceSelect
                aria-label="Meetings a month"
                choices={[1, 2, 3, 4, 8].map((one) => ({ id: String(one), label: String(one) }))}
                none="2"
                value={meetings}
                onChange={({ target }) => setMeetings(target.value || '2')}
              />
            </Setting>
          </div>
          <div className="grid items-start gap-5 md:grid-cols-[minmax(11rem,16rem)_1fr]">
            <ul
              ref={mentees}
              aria-label="Mentees without a match"
              className="max-h-40 divide-y divide-line overflow-y-auto rounded-card border border-line bg-paper-raised md:max-h-[60dvh]"
            >
              {listed.map(({ id, name }) => (
                <li key={id}>
                  <button
                    type="button"
                    data-choice
                    aria-current={id === opened}
                    className="min-h-10 w-full px-3 py-1.5 text-start break-words hover:bg-paper-sunken aria-current:bg-paper-sunken aria-current:font-semibold pointer-coarse:min-h-11"
                    onClick={() => openMentee(id)}
                  >
                    <bdi>{name}</bdi>
                  </button>
                </li>
              ))}
            </ul>
            <div className="min-w-0">
              {!open ? (
                <p className="text-ink-soft">
                  Choose a mentee. You see wishes, place and weekdays, and the log notes that you
                  opened them.
                </p>
              ) : !fitting.data ? (
                fitting.data === null ? (
                  <p className="text-ink-soft">This mentee is no longer in the program.</p>
                ) : (
                  <Loading
                    query={fitting}
                    what="The mentors"
                    className="my-8"
                    label="Loading mentors..."
                  />
                )
              ) : (
                <>
                  <Child name={open.name} child={fitting.data} />
                  <Failure of={proposing} title="The match was not proposed." className="my-3" />
                  {shown.length === 0 && (
                    <p className="my-3">
                      {fitting.data.total === 0
                        ? 'This program has no active mentor yet.'
                        : 'No mentor of this program fits now.'}
                    </p>
                  )}
                  <ul
                    ref={mentors}
                    aria-label={`Mentors for ${open.name}`}
                    className="mt-3 grid gap-2"
                  >
                    {shown.map((mentor) => (
                      <MentorChoice
                        key={mentor.id}
                        mentor={mentor}
                        isBusy={proposing.isPending}
                        onChoose={() => propose(mentor)}
                      />
                    ))}
                  </ul>
                  <div className="mt-3 flex flex-wrap items-center gap-2">
                    {others > 0 && (
                      <Button variant="outline" size="sm" onClick={() => setShowsOthers(true)}>
                        {others === 1 ? '1 other mentor' : `${others} other mentors`}
                      </Button>
                    )}
                    {listed.length > 1 && (
                      <Button variant="ghost" size="sm" onClick={() => openMentee(next())}>
                        Next mentee
                      </Button>
                    )}
                    <p className="text-sm text-ink-soft max-md:hidden">
                      Enter proposes, ↓ and ↑ change the mentor, N goes to the next mentee.
                    </p>
                  </div>
                </>
              )}
            </div>
          </div>
        </>
      )}
    </section>
  )
}

function Setting({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-1">
      <span aria-hidden="true" className="text-sm text-ink-soft">
        {label}
      </span>
      {children}
    </div>
  )
}
