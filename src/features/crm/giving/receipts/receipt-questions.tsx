import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { isolated } from '@/shared/lib/isolated'
import { Button } from '@/shared/ui/button'
import { Loading } from '@/shared/account-ui/loading'
import { Panel } from '@/shared/account-ui/panel'
import { viewAddress } from '../donors/donor-views'
import { questionsQuery, takeAddress, takeName, type ReceiptQuestion } from './receipt-queries'

/** Unconfirmed claims about a donor: they change no receipt unless staff accept them. */
export function ReceiptQuestions({ year }: { year: number }) {
  const questions = useQuery(questionsQuery(year))
  if (!questions.data) return <Loading query={questions} what="The open questions" />
  if (questions.data.length === 0) return null
  return (
    <Panel
      title="Check before you send"
      text="These receipts keep the name and go to the address that you see here, unless you change it."
    >
      <ul aria-label="Check before you send" className="grid gap-3">
        {questions.data.map((one) => (
          <Question key={`${one.donor_id} ${one.question} ${one.said}`} {...one} />
        ))}
      </ul>
    </Panel>
  )
}

function Question({ donor_id, name, email, question, said, label }: ReceiptQuestion) {
  const toAddress = useMutation(takeAddress(donor_id))
  const toName = useMutation(takeName(donor_id))
  const isName = question === 'name'
  const isPending = toAddress.isPending || toName.isPending
  function take() {
    if (isPending) return
    if (isName) toName.mutate({ to: said, from: name })
    else toAddress.mutate({ said, label, isTaken: true })
  }
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <Link to={viewAddress('donors', donor_id)}>{isolated(name)}</Link>
        <span className="block text-sm text-ink-soft">
          {isName
            ? `A gift came under the name ${isolated(said)}.`
            : `The receipt goes to ${email ?? 'no email'}. New, not confirmed: ${said}.`}
        </span>
      </span>
      <Button
        variant="outline"
        size="sm"
        loading={isPending}
        aria-label={`${isName ? 'Use this name' : 'Use this address'}: ${said}`}
        onClick={take}
      >
        {isName ? 'Use this name' : 'Use this address'}
      </Button>
    </li>
  )
}
