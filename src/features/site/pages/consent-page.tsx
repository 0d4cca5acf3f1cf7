import { useEffect, useId, useRef, useState } from 'react'
import { consentTitles } from '@/shared/data/consents'
import { organisation } from '@/shared/data/organisation'
import { dayInWords } from '@/shared/lib/day-in-words'
import { Button } from '@/shared/ui/button'
import { Spinner } from '@/shared/ui/spinner'
import { InvalidLink } from '../components/invalid-link'
import { PageWithToken } from '../components/page-with-token'
import { ReachUs } from '../components/reach-us'
import { useConsent, type ConsentQuestion } from '../lib/use-consent'
import { useLinkToken } from '../lib/use-link-token'
import { failureText } from '../lib/use-status'

const title = 'Your consent'

/** A parent or guardian says yes or no for a child, by the link of an email or a scanned code. */
export function ConsentPage() {
  const token = useLinkToken()
  return (
    <PageWithToken
      title={title}
      lead="You decide what your child takes part in. Yes and no are both fine."
      description="Say yes or no for your child with the link from our email or the code on our screen, and change your answer at any time."
      room="min-h-148 sm:min-h-122"
    >
      {/* Nothing of another link stays. */}
      <OfToken key={token} token={token} />
    </PageWithToken>
  )
}

function OfToken({ token }: { token: string | undefined }) {
  const { request, error, reload, answer } = useConsent(token)
  if (request === null)
    return (
      <InvalidLink
        subject={title}
        hint="Did you scan a code? Ask us for a new one."
        isMissing={!token}
      />
    )
  if (!request) {
    if (!error) return <Spinner className="mx-auto my-12" />
    return (
      <div role="alert">
        <p className="mb-4 font-semibold text-danger">{failureText(error)}</p>
        <Button variant="outline" onClick={() => void reload()}>
          Try again
        </Button>
      </div>
    )
  }
  const { child, until, is_open: isOpen, questions } = request
  return (
    <>
      <p className="text-lg wrap-anywhere">
        {organisation.name} asks you about <strong dir="auto">{child ?? 'your child'}</strong>.{' '}
        {isOpen
          ? `You can answer, and change your answers, here until ${dayInWords(until)}. After that, write or call.`
          : 'This link no longer takes answers. It shows what you answered.'}
      </p>
      {questions.map((question) => (
        <Question
          key={question.kind}
          question={question}
          isOpen={isOpen}
          onAnswer={(said) => answer(question, said)}
          onChanged={reload}
        />
      ))}
      {!isOpen && (
        <div className="mt-8">
          <ReachUs text="To answer or to change an answer, write or call." subject={title} />
        </div>
      )}
    </>
  )
}

interface QuestionProps {
  question: ConsentQuestion
  isOpen: boolean
  onAnswer: (said: 'yes' | 'no') => Promise<void>
  /** The text that the guardian read is no longer the one that is asked. */
  onChanged: () => Promise<void>
}

const answered = {
  yes: 'You said yes',
  no: 'You said no',
  withdrawn: 'You withdrew your yes',
} as const

function Question({ question, isOpen, onAnswer, onChanged }: QuestionProps) {
  const { kind, words, answer, given_at: givenAt } = question
  const id = useId()
  const [sending, setSending] = useState<'yes' | 'no'>()
  const [error, setError] = useState<Error>()
  const line = useRef<HTMLParagraphElement>(null)
  const [isSent, setSent] = useState(false)
  useEffect(() => {
    // The button that was pressed is gone.
    if (isSent) line.current?.focus()
  }, [isSent, answer])

  async function send(said: 'yes' | 'no') {
    if (sending) return
    setSending(said)
    setError(undefined)
    setSent(false)
    try {
      await onAnswer(said)
      setSent(true)
    } catch (failed) {
      setError(failed as Error)
      if (codeOf(failed) === 'PT409') await onChanged()
    }
    setSending(undefined)
  }

  const choice = (said: 'yes' | 'no', label: string) => (
    <Button variant="outline" size="lg" loading={sending === said} onClick={() => void send(said)}>
      {label}
      <span className="sr-only">: {consentTitles[kind]}</span>
    </Button>
  )
  return (
    <section
      aria-labelledby={id}
      className="mt-8 rounded-card border border-line bg-paper-raised p-6"
    >
      <h2 id={id} className="text-subheading">
        {consentTitles[kind]}
      </h2>
      <p className="mt-3 whitespace-pre-wrap wrap-anywhere">{words}</p>
      <p ref={line} tabIndex={-1} role="status" className="mt-4 text-lg font-semibold">
        {answer && givenAt && `${answered[answer]} on ${dayInWords(givenAt)}.`}
        {!answer && !isOpen && 'You did not answer.'}
      </p>
      {isOpen && (
        <div className={answer ? 'mt-4' : 'mt-4 grid max-w-md grid-cols-2 gap-3'}>
          {!answer && (
            <>
              {choice('yes', 'Yes')}
              {choice('no', 'No')}
            </>
          )}
          {answer === 'yes' && choice('no', 'Change my answer to no')}
          {answer && answer !== 'yes' && choice('yes', 'Change my answer to yes')}
        </div>
      )}
      {error && (
        <p role="alert" className="mt-3 font-semibold text-danger">
          {refused.has(codeOf(error)) ? error.message : failureText(error)}
        </p>
      )}
    </section>
  )
}

/** The database says these in a sentence for the reader. */
const refused = new Set(['P0001', 'PT409'])

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''
