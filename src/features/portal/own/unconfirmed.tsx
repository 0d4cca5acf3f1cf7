import { useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { useCaptcha } from '@/shared/ui/use-captcha'
import { confirmationLinkSent, sendLink } from '@/shared/auth/email-link'

/** Replaces the records of an address until the address is confirmed. */
export function Unconfirmed() {
  const { user, resendConfirmation } = useAuth()
  const captcha = useCaptcha()
  const [isSending, setSending] = useState(false)

  async function send(address: string) {
    setSending(true)
    await sendLink(
      async () => resendConfirmation(address, await captcha.token()),
      confirmationLinkSent,
    )
    setSending(false)
  }

  return (
    <Alert tone="warning" title="Please confirm your address." className="mt-8 max-w-xl">
      <p>
        Your submissions, gifts and newsletter appear here once you follow the link in the email
        that we sent{user?.email ? ` to ${user.email}` : ''}. Until then we can’t tell that the
        address is yours.
      </p>
      {captcha.widget}
      {user?.email && (
        <Button
          variant="outline"
          className="mt-3"
          loading={isSending}
          onClick={() => void send(user.email!)}
        >
          Send a new confirmation email
        </Button>
      )}
    </Alert>
  )
}
