import { isAuthWeakPasswordError } from '@supabase/supabase-js'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { AuthPending } from '@/shared/auth/auth-trouble'
import { paths } from '@/shared/config/paths'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Form } from '@/shared/ui/form'
import { notify } from '@/shared/ui/notify'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { PasswordInput } from '@/shared/account-ui/password-input'
import { useCaptcha } from '@/shared/ui/use-captcha'
import { authErrorNotice } from '@/shared/auth/auth-error-notice'
import { AuthPage } from './auth-page'
import {
  addressSchema,
  newPasswordSchemaFor,
  passwordHintFor,
  type Address,
  type NewPassword,
} from './credentials'
import { recoveryLinkSent, sendLink } from '@/shared/auth/email-link'
import { MailLinkGate } from './mail-link-gate'
import { FactorChallenge } from './second-factor/factor-challenge'

const OwnInvitation = lazyPart(() => import('./own-invitation'))

/** Where the link of a recovery or invitation email leads. */
export function ResetPasswordPage() {
  return (
    <MailLinkGate>
      <ResetPassword />
    </MailLinkGate>
  )
}

function ResetPassword() {
  const { loading, user, factor, linkFailed } = useAuth()

  if (loading) return <AuthPending />
  // The link proves the address, not the second factor.
  if (user && factor === 'owed' && !linkFailed) return <FactorChallenge />
  return user && !linkFailed ? (
    <AuthPage title="Set a new password">
      <NewPasswordForm email={user.email} />
    </AuthPage>
  ) : (
    <AuthPage title="Reset your password">
      <NewLinkForm />
    </AuthPage>
  )
}

/** The address that the link of an invitation named */
function invitedAddress(state: unknown): string {
  const { to } = { ...(state as object | null) } as { to?: unknown }
  return typeof to === 'string' ? to : ''
}

/** For users whose link did not sign them in. */
function NewLinkForm() {
  const { requestPasswordReset, linkFailed } = useAuth()
  const form = useSchemaForm(addressSchema, { email: invitedAddress(useLocation().state) })
  const captcha = useCaptcha()
  const { isSubmitting } = form.formState

  const submit = ({ email }: Address) =>
    sendLink(async () => requestPasswordReset(email, await captcha.token()), recoveryLinkSent)

  return (
    <>
      {linkFailed ? (
        <Alert role="alert" tone="warning" title="This link is no longer valid.">
          It may have been used already or have expired. Ask for a new one here.
        </Alert>
      ) : (
        <p>Enter your email address. We’ll email you a link to set a new password.</p>
      )}
      <Form form={form} label="New link" onSubmit={submit}>
        {(Field) => (
          <>
            <Field name="email" label="Email" required type="email" autoComplete="username" />
            {captcha.widget}
            <Button type="submit" size="lg" loading={isSubmitting}>
              {isSubmitting ? 'Sending...' : 'Send a new link'}
            </Button>
          </>
        )}
      </Form>
      <p>
        Remembered it? <Link to={paths.login}>Back to sign-in</Link>
      </p>
    </>
  )
}

function NewPasswordForm({ email }: { email: string | undefined }) {
  const auth = useAuth()
  const navigate = useNavigate()
  const form = useSchemaForm(newPasswordSchemaFor(auth), { password: '' })
  const { setError, setFocus } = form
  const { isSubmitting } = form.formState

  // The button that had the focus is gone.
  useEffect(() => setFocus('password'), [setFocus])

  async function submit({ password }: NewPassword) {
    try {
      await auth.setPassword(password)
      notify({ title: 'Your new password is set.', tone: 'success' })
      await navigate(paths.account)
    } catch (error) {
      if (isAuthWeakPasswordError(error)) {
        return setError('password', { message: error.message }, { shouldFocus: true })
      }
      notify(authErrorNotice('The password could not be set:', error))
    }
  }

  return (
    <Form form={form} label="New password" onSubmit={submit}>
      {(Field) => (
        <>
          <OwnInvitation />
          <p className="break-words text-ink-soft">For the account {email}</p>
          <Field
            name="password"
            label="New password"
            required
            hint={passwordHintFor(auth)}
            as={PasswordInput}
            autoComplete="new-password"
          />
          <Button type="submit" size="lg" loading={isSubmitting}>
            Set password
          </Button>
        </>
      )}
    </Form>
  )
}
