import { receivedKinds } from '@/shared/data/received-kinds'
import { registeredPrograms } from '@/shared/data/registered-programs'
import { organisation } from '@/shared/data/organisation'
import { stageLabels } from '@/shared/data/stages'
import { dayInWords } from '@/shared/lib/day-in-words'
import { Button } from '@/shared/ui/button'
import { Spinner } from '@/shared/ui/spinner'
import { InvalidLink } from '../components/invalid-link'
import { PageWithToken } from '../components/page-with-token'
import { PlaceOffer } from '../components/place-offer'
import { StatusLinkForm } from '../components/status-link-form'
import { StatusMessageForm } from '../components/status-message-form'
import { Withdrawal } from '../components/withdrawal'
import { whatHappensNext } from '../content/status'
import { useLinkToken } from '../lib/use-link-token'
import { failureText, useStatus, type Status } from '../lib/use-status'

const title = 'Where things stand'

/** Shows a submission to the holder of the link in its receipt. */
export function StatusPage() {
  const token = useLinkToken()
  return (
    <PageWithToken
      title={title}
      lead="Your submission, our answers and the next step."
      description="Follow what you sent us with the link from our email: where things stand, and when you’ll hear from us."
      room="min-h-148 sm:min-h-122"
    >
      {/* Nothing of another link stays. */}
      <OfToken key={token} token={token} />
    </PageWithToken>
  )
}

function OfToken({ token }: { token: string | undefined }) {
  const { status, error, reload } = useStatus(token)
  if (status === null)
    return (
      <InvalidLink
        subject={title}
        hint="A link expires 90 days after we are done."
        isMissing={!token}
      >
        <StatusLinkForm />
      </InvalidLink>
    )
  return (
    <>
      {error && (
        <div
          role="alert"
          className="mb-8 rounded-card border border-danger-line bg-danger-soft p-5 text-danger-ink"
        >
          <p className="mb-4">{failureText(error)}</p>
          <Button variant="outline" onClick={() => void reload()}>
            Try again
          </Button>
        </div>
      )}
      {status && token !== undefined ? (
        <Shown status={status} token={token} reload={reload} />
      ) : (
        !error && <Spinner className="mx-auto my-12" />
      )}
    </>
  )
}

interface ShownProps {
  status: Status
  token: string
  reload: () => Promise<void>
}

function Shown({ status, token, reload }: ShownProps) {
  const { reference, kind, stage, created_at: received, due_at: due, messages } = status
  const { what = 'message' } = receivedKinds[kind] ?? {}
  const program = kind === 'registration' && registeredPrograms[status.program]
  const facts = [
    ['Reference', reference],
    ['You sent', what],
    ...(program ? [['Program', program] as const] : []),
    ['Received', dayInWords(received)],
    ['Stage', stageLabels[stage] ?? stage],
    ...(stage === 'waitlisted' ? [['Your position', status.position] as const] : []),
    ...(stage === 'offered' ? [['Accept it by', dayInWords(status.offered_until)] as const] : []),
    ...(stage === 'received' ? [['You’ll hear by', dayInWords(due)] as const] : []),
  ] as const
  const isOver = stage === 'withdrawn'
  const isDone = isOver || stage === 'closed' || stage === 'lapsed'
  return (
    <div className="grid gap-12">
      <div>
        <dl className="grid gap-x-8 gap-y-2 rounded-card border border-line bg-paper-raised p-6 text-lg sm:grid-cols-[max-content_1fr]">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-soft max-sm:mt-2">{name}</dt>
              <dd className="font-semibold first-letter:uppercase">{value}</dd>
            </div>
          ))}
        </dl>
        <h2 id="next" tabIndex={-1} className="mt-8 text-heading">
          Next steps
        </h2>
        <p role="status" className="mt-3 text-lg">
          {whatHappensNext(status)}
        </p>
        {stage === 'offered' && <PlaceOffer token={token} onChange={reload} />}
      </div>

      {messages.length > 0 && (
        <section aria-labelledby="messages">
          <h2 id="messages" className="text-heading">
            Messages
          </h2>
          <ol className="mt-4 grid gap-4">
            {messages.map((message, index) => (
              <li
                key={index}
                className="rounded-card border border-line bg-paper-raised px-5 py-4 break-inside-avoid"
              >
                <p className="text-sm text-ink-soft">
                  {message.is_ours ? organisation.name : 'You'},{' '}
                  <time dateTime={message.created_at}>{dayInWords(message.created_at)}</time>
                </p>
                {message.subject && (
                  <h3 dir="auto" className="mt-1 text-subheading break-words">
                    {message.subject}
                  </h3>
                )}
                <p dir="auto" className="mt-1 break-words whitespace-pre-wrap">
                  {message.body}
                </p>
              </li>
            ))}
          </ol>
        </section>
      )}

      {!isOver && (
        <StatusMessageForm
          left={status.messages_left}
          token={token}
          reference={status.reference}
          onChange={reload}
        />
      )}
      {!isDone && <Withdrawal what={what} token={token} onChange={reload} />}
    </div>
  )
}
