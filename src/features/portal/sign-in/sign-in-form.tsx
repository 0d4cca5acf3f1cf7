import { isAuthApiError } from '@supabase/supabase-js'
import { useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { Button } from '@/shared/ui/button'
import { Form } from '@/shared/ui/form'
import { notify } from '@/shared/ui/notify'
import { PasswordInput } from '@/shared/account-ui/password-input'
import { useCaptcha } from '@/shared/ui/use-captcha'
import { authErrorNotice } from '@/shared/auth/auth-error-notice'
import { signInSchema, type SignIn } from './credentials'
import { confirmationLinkSent, recoveryLinkSent, sendLink } from '@/shared/auth/email-link'
import { useFailure } from './use-failure'

interface SignInFormProps {
  /** Offers a new confirmation email from the start, not only when sign-in needs it. */
  confirmationMissing?: boolean
}

/** The page around it navigates as soon as there is a session. */
export function SignInForm({ confirmationMissing = false }: SignInFormProps) {
  const { signIn, requestPasswordReset, resendConfirmation } = useAuth()
  const [unconfirmed, setUnconfirmed] = useState(confirmationMissing)
  const form = useSchemaForm(signInSchema, { email: '', password: '', isShared: false })
  const { trigger, getValues } = form
  const captcha = useCaptcha()
  const { told, tell, forget } = useFailure()
  const { isSubmitting } = form.formState

  async function submit(credentials: SignIn) {
    forget()
    try {
      await signIn(credentials, await captcha.token())
      notify({ title: 'Successfully logged in!', tone: 'success' })
    } catch (error) {
      if (isAuthApiError(error) && error.code === 'email_not_confirmed') setUnconfirmed(true)
      tell(authErrorNotice('Login failed:', error))
    }
  }

  async function request(link: typeof resendConfirmation, sent: string) {
    if (!(await trigger('email', { shouldFocus: true }))) return
    await sendLink(async () => link(getValues('email').trim(), await captcha.token()), sent)
  }

  return (
    <Form form={form} label="Sign in" onSubmit={submit}>
      {(Field, Tick) => (
        <>
          <Field name="email" label="Email" required type="email" autoComplete="username" />
          <Field
            name="password"
            label="Password"
            required
            as={PasswordInput}
            autoComplete="current-password"
          />
          <Tick
            name="isShared"
            label="This is a shared computer"
            description="You are signed out after 30 minutes without use, and when you close the tab."
          />
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            <Button
              variant="link"
              onClick={() => void request(requestPasswordReset, recoveryLinkSent)}
            >
              Forgot your password
            </Button>
            {unconfirmed && (
              <Button
                variant="link"
                onClick={() => void request(resendConfirmation, confirmationLinkSent)}
              >
                Send a new confirmation email
              </Button>
            )}
          </div>
          {captcha.widget}
          {told}
          <Button type="submit" size="lg" loading={isSubmitting}>
            {isSubmitting ? 'Signing In...' : 'Sign In'}
          </Button>
        </>
      )}
    </Form>
  )
}
