import { useState } from 'react'
import { Button } from '@/shared/ui/button'
import { askAsVisitor } from '../lib/ask-as-visitor'
import { failureText } from '../lib/use-status'

interface PlaceOfferProps {
  token: string
  onChange: () => Promise<void>
}

/** Accepts an offered place. The status read afterwards shows an expired offer. */
export function PlaceOffer({ token, onChange }: PlaceOfferProps) {
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<Error>()

  async function accept() {
    setSending(true)
    setError(undefined)
    try {
      await askAsVisitor((client) => client.rpc('accept_seat', { token }))
      await onChange()
      document.getElementById('next')?.focus()
    } catch (failed) {
      setError(failed as Error)
    }
    setSending(false)
  }

  return (
    <div className="mt-5 print:hidden">
      <Button variant="accent" size="lg" loading={isSending} onClick={() => void accept()}>
        Accept the place
      </Button>
      {error && (
        <p role="alert" className="mt-3 font-semibold text-danger">
          {failureText(error)}
        </p>
      )}
    </div>
  )
}
