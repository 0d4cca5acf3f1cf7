import { useMutation, useQuery } from '@tanstack/react-query'
import Trash from 'lucide-react/icons/trash-2'
import { useState, type ReactNode } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Loading } from '@/shared/account-ui/loading'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { StatusBadge } from '@/shared/account-ui/status-badge'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { formatDay } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { isolated } from '@/shared/lib/isolated'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { matchQuery, parties, removeContact, type Contact, type Match } from './match-queries'
import { lengthInWords } from '../meetings/meeting-words'

const StatusDialog = lazyPart(() => import('./status-dialog'))
const EditMatch = lazyPart(() => import('./edit-match'))
const ContactDialog = lazyPart(() => import('./contact-dialog'))

interface MatchDialogProps {
  id: string
  onClose: () => void
}

/** A match: who, since when, its rhythm and supervision, and what to do next. */
export function MatchDialog({ id, onClose }: MatchDialogProps) {
  const match = useQuery(matchQuery(id))
  const { data } = match
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={data ? `${isolated(data.mentor ?? '')} and ${isolated(data.mentee ?? '')}` : 'Match'}
        description={data ? `In ${data.program}.` : 'A mentor and a mentee.'}
      >
        {data ? (
          <Details match={data} />
        ) : data === null ? (
          <p className="my-6 text-ink-soft">It was removed, or you no longer have access to it.</p>
        ) : (
          <Loading query={match} what="The match" className="my-8" label="Loading the match..." />
        )}
      </DialogContent>
    </Dialog>
  )
}

type Act = 'edit' | 'contact' | 'active' | 'paused' | 'closed'

function Details({ match }: { match: Match }) {
  const [act, setAct] = useState<Act>()
  const today = useOfficeDay()
  const close = () => setAct(undefined)
  const { status, met, due, pauses, is_over } = match
  const isOpen = status !== 'closed' && !is_over
  const agreed = match.mentor_agreed_on !== null && match.guardian_agreed_on !== null
  const days = (value: number) => `${value} ${value === 1 ? 'day' : 'days'}`
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge status={status} />
        {isOpen && (
          <div className="ms-auto flex flex-wrap gap-2">
            {(status === 'active' || status === 'paused') && (
              <Button size="sm" onClick={() => setAct('contact')}>
                Log a contact
              </Button>
            )}
            {status === 'proposed' && agreed && (
              <Button size="sm" onClick={() => setAct('active')}>
                Begin the match
              </Button>
            )}
            {status === 'paused' && (
              <Button size="sm" variant="outline" onClick={() => setAct('active')}>
                Resume
              </Button>
            )}
            <Button
              size="sm"
              variant={status === 'proposed' && !agreed ? 'primary' : 'outline'}
              onClick={() => setAct('edit')}
            >
              {status === 'proposed' && !agreed ? 'Note who said yes' : 'Edit'}
            </Button>
            {status === 'active' && (
              <Button size="sm" variant="outline" onClick={() => setAct('paused')}>
                Pause
              </Button>
            )}
            <Button size="sm" variant="outline" onClick={() => setAct('closed')}>
              Close the match
            </Button>
          </div>
        )}
      </div>
      {match.lacks && (
        <Alert tone="danger" title={`The mentor ${match.lacks}.`}>
          Pause the match, or close it, until that has changed.
        </Alert>
      )}
      {match.quiet_days !== null && (
        <Alert tone="warning" title={`Quiet for ${days(match.quiet_days)}.`}>
          Nothing happened for longer than its rhythm allows.
        </Alert>
      )}
      {is_over && status !== 'closed' && (
        <p className="text-ink-soft">The program is over, and the match with it.</p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm [&>dt]:text-ink-soft">
        <Fact label="Mentor said yes">{formatDay(match.mentor_agreed_on) || 'Not yet'}</Fact>
        <Fact label="Guardian said yes">{formatDay(match.guardian_agreed_on) || 'Not yet'}</Fact>
        {match.since && <Fact label="Since">{formatDay(match.since)}</Fact>}
        {match.until && (
          <Fact label="Closed">
            {formatDay(match.until)}
            <span dir="auto" className="block break-words whitespace-pre-wrap">
              {match.close_reason}
            </span>
          </Fact>
        )}
        <Fact label="Meetings asked for">
          {match.meetings_per_month === 1 ? 'Once' : `${match.meetings_per_month} times`} a month
        </Fact>
        <Fact label="Met">
          {met.times === 0
            ? 'Not yet'
            : `${met.times === 1 ? 'Once' : `${met.times.toLocaleString('en-US')} times`}, ${lengthInWords(met.minutes ?? 0)}, last on ${formatDay(met.last)}`}
        </Fact>
        <Fact label="Supervisor">
          {match.supervisor ?? 'No one'}
          {match.deputy && `; deputy ${match.deputy}`}
        </Fact>
        {due && (
          <Fact label="Next contact">
            {parties.map((party) => (
              <span
                key={party}
                className={due[party] <= today ? 'block font-semibold text-warning-ink' : 'block'}
              >
                {optionLabel(party)} by {formatDay(due[party])}
              </span>
            ))}
          </Fact>
        )}
        {pauses.length > 0 && (
          <Fact label="Pauses">
            {pauses.map(({ from, to }) => (
              <span key={from} className="block">
                {formatDay(from)} {to ? `to ${formatDay(to)}` : 'until now'}
              </span>
            ))}
          </Fact>
        )}
      </dl>
      <Contacts contacts={match.contacts} />
      {act === 'edit' && <EditMatch match={match} onClose={close} />}
      {act === 'contact' && <ContactDialog match={match} onClose={close} />}
      {act && act !== 'edit' && act !== 'contact' && (
        <StatusDialog match={match} status={act} onClose={close} />
      )}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

function Contacts({ contacts }: { contacts: readonly Contact[] }) {
  const { can } = useAuth()
  const [removed, setRemoved] = useState<Contact>()
  const removing = useMutation({
    ...removeContact,
    meta: { ...removeContact.meta, failure: failureAsSaid },
  })
  return (
    <section aria-label="Contacts">
      <h3 className="font-sans text-sm font-semibold">Contacts</h3>
      {contacts.length === 0 ? (
        <p className="text-sm text-ink-soft">
          Log a contact with mentor, mentee or guardian, and it appears here.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {contacts.map((contact) => (
            <li key={contact.id} className="flex items-start gap-3 py-1.5">
              <span className="min-w-0 flex-1">
                {formatDay(contact.day)}, with {contact.met.join(' and ')}
                {contact.author && <span className="text-ink-soft"> ({contact.author})</span>}
                {contact.note && (
                  <span dir="auto" className="block text-sm break-words whitespace-pre-wrap">
                    {contact.note}
                  </span>
                )}
              </span>
              {(contact.is_own || can('admin')) && (
                <button
                  type="button"
                  title="Remove"
                  className="grid size-8 flex-none place-items-center rounded-control text-ink-soft hover:bg-paper-sunken hover:text-ink svg:size-4 pointer-coarse:size-11"
                  onClick={() => setRemoved(contact)}
                >
                  <Trash aria-hidden="true" />
                  <span className="sr-only">Remove the contact of {formatDay(contact.day)}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {removed && (
        <QuestionDialog
          title="Remove this contact?"
          description={`The one of ${formatDay(removed.day)}. The next contact is then due as if it had not been.`}
          yes="Remove"
          isPending={removing.isPending}
          isHeld
          onYes={() => removing.mutate(removed.id, { onSuccess: () => setRemoved(undefined) })}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </section>
  )
}
