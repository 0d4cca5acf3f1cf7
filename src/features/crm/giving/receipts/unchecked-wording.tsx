import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { receiptWording } from '@/shared/data/gift-receipt'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Failure } from '@/shared/account-ui/failure'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { confirmWording, wordingQuery } from './receipt-queries'

/** For staff, until an admin has confirmed exactly these words of receipts. */
export function UncheckedWording() {
  const { can } = useAuth()
  const confirmed = useQuery(wordingQuery)
  const confirming = useMutation(confirmWording)
  const [isAsking, setAsking] = useState(false)
  if (!confirmed.isSuccess || confirmed.data === receiptWording) return null
  return (
    <Alert
      tone="warning"
      title="The wording of receipts has not been confirmed yet."
      className="mb-6 print:hidden"
    >
      <p>
        Have someone who knows the law check it.{' '}
        {can('admin') ? 'Then confirm it.' : 'An administrator then confirms it here.'}
      </p>
      {can('admin') && (
        <Button variant="outline" size="sm" className="mt-3" onClick={() => setAsking(true)}>
          Read and confirm
        </Button>
      )}
      {isAsking && (
        <QuestionDialog
          title="Confirm the wording of receipts?"
          description="Each receipt has these words. The change log keeps them. A later change asks again."
          yes="Confirm the wording"
          yesVariant="primary"
          isPending={confirming.isPending}
          isHeld
          onYes={() => !confirming.isPending && confirming.mutate(receiptWording)}
          onClose={() => setAsking(false)}
        >
          <p className="whitespace-pre-wrap">{receiptWording}</p>
          <Failure of={confirming} title="The wording was not confirmed." className="mt-3" />
        </QuestionDialog>
      )}
    </Alert>
  )
}
