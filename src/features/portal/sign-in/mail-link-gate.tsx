import { useRef, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { AuthPending } from '@/shared/auth/auth-trouble'
import { mailTokenIn, type MailToken } from '@/shared/auth/mail-token'
import { paths } from '@/shared/config/paths'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { notify } from '@/shared/ui/notify'
import { authErrorNotice } from '@/shared/auth/auth-error-notice'
import { AuthPage } from './auth-page'

const confirmation = {
  title: 'Confirm your email address',
  text: 'One click, and your account is ready.',
  label: 'Confirm my address',
}
const wordings: Partial<Record<MailToken['type'], typeof confirmation>> = {
  recovery: {
    title: 'Set a new password',
    text: 'The next page asks for your new password.',
    label: 'Continue',
  },
  invite: {
    title: 'Accept your invitation',
    text: 'Your account is waiting for you. The next page asks you to choose a password.',
    label: 'Accept the invitation',
  },
  email_change: {
    title: 'Confirm your new email address',
    text: 'Your account switches to it once both addresses are confirmed.',
    label: 'Confirm the change',
  },
}

/**
 * Asks for a click while the address holds an email's token, then shows its children. Loading the
 * page verifies nothing: mail scanners load it too, and a token works once.
 */
export function MailLinkGate({ children }: { children: ReactNode }) {
  const { loading, user, verifyMailToken } = useAuth()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [isVerifying, setVerifying] = useState(false)
  const [isHalfDone, setHalfDone] = useState(false)
  const isBusy = useRef(false)
  const token = mailTokenIn(hash)

  async function verify(clicked: MailToken) {
    if (isBusy.current) return
    isBusy.current = true
    setVerifying(true)
    try {
      const { to, ...token } = clicked
      const result = await verifyMailToken(token)
      setHalfDone(result === 'half done')
      if (result === 'refused' && user) {
        notify({ title: 'This link is no longer valid.', tone: 'error' })
      }
      await navigate({ hash: '' }, { replace: true, state: { to } })
    } catch (error) {
      notify(authErrorNotice('The link could not be opened:', error))
    }
    isBusy.current = false
    setVerifying(false)
  }

  if (isHalfDone) {
    return (
      <AuthPage title="Confirm your new email address">
        <Alert role="status" tone="success" title="One of two addresses is confirmed.">
          Now open the email we sent to the other one, and click its link.
        </Alert>
      </AuthPage>
    )
  }
  if (!token) return children
  if (loading && !isVerifying) return <AuthPending />
  const kind = token.to === undefined ? token.type : 'invite'
  const { title, text, label } = wordings[kind] ?? confirmation
  return (
    <AuthPage title={title}>
      <p>{text}</p>
      {user && !isVerifying && (
        <p className="break-words">
          You are signed in as <strong>{user.email}</strong>. The link signs in the account it was
          sent to, which may be a different one. If you did not ask for that email, stay where you
          are.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button size="lg" loading={isVerifying} onClick={() => void verify(token)}>
          {label}
        </Button>
        {user && !isVerifying && (
          <Button
            size="lg"
            variant="outline"
            onClick={() => void navigate(paths.account, { replace: true })}
          >
            Stay signed in
          </Button>
        )}
      </div>
    </AuthPage>
  )
}
