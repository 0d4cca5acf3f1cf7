import { Button } from '@/shared/ui/button'
import { failureText } from '../lib/use-status'
import { useStatusStep } from '../lib/use-status-step'

interface PlaceOfferProps {
  token: string
  onChange: () => Promise<void>
}

/** Accepts an offered seat. The status read afterwards shows an expired offer. */
export function PlaceOffer({ token, onChange }: PlaceOfferProps) {
  const { isSending, error, step } = useStatusStep('accept_seat', token, onChange)
  return (
    <div className="mt-5 print:hidden">
      <Button variant="accent" size="lg" loading={isSending} onClick={step}>
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
