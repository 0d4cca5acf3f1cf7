import { useState } from 'react'
import { Button } from '@/shared/ui/button'
import { failureText } from '../lib/use-status'
import { useStatusStep } from '../lib/use-status-step'

interface WithdrawalProps {
  /** Its name, such as "program application". */
  what: string
  token: string
  onChange: () => Promise<void>
}

/** Withdraws a submission, after a confirmation. */
export function Withdrawal({ what, token, onChange }: WithdrawalProps) {
  const [step, setStep] = useState<'begin' | 'asked' | 'kept'>('begin')
  const withdrawal = useStatusStep('withdraw', token, onChange)
  const { isSending, error } = withdrawal
  return (
    <section aria-labelledby="withdraw" className="border-t border-line pt-8 print:hidden">
      <h2 id="withdraw" className="text-subheading">
        Changed your mind?
      </h2>
      {step === 'asked' ? (
        <div role="group" aria-labelledby="withdraw-question" className="mt-3">
          <p id="withdraw-question">
            We’ll stop working on your {what}. This can’t be undone, but you can write to us again
            at any time.
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button variant="danger" loading={isSending} onClick={withdrawal.step}>
              Yes, withdraw it
            </Button>
            <Button
              variant="outline"
              disabled={isSending}
              autoFocus
              onClick={() => {
                setStep('kept')
                withdrawal.forget()
              }}
            >
              Keep it
            </Button>
          </div>
          {error && (
            <p role="alert" className="mt-3 font-semibold text-danger">
              {failureText(error)}
            </p>
          )}
        </div>
      ) : (
        <Button
          autoFocus={step === 'kept'}
          variant="outline"
          size="sm"
          className="mt-3"
          onClick={() => setStep('asked')}
        >
          Withdraw your {what}
        </Button>
      )}
    </section>
  )
}
