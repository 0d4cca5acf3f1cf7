import { isAuthWeakPasswordError } from '@supabase/auth-js'
import { useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Form } from '@/shared/ui/form'
import { notify } from '@/shared/ui/notify'
import { PasswordInput } from '@/shared/account-ui/password-input'
import { useCaptcha } from '@/shared/ui/use-captcha'
import { authErrorNotice } from '@/shared/auth/auth-error-notice'
import { passwordHint, signUpSchema, type SignUp } from './credentials'

export function SignUpForm() {
  const { signUp } = useAuth()
  const form = useSchemaForm(signUpSchema, { fullName: '', email: '', password: '' })
  const { reset, setError } = form
  const captcha = useCaptcha()
  const [failure, setFailure] = useState<string>()
  const { isSubmitting } = form.formState

  async function submit(account: SignUp) {
    setFailure(undefined)
    try {
      const mustConfirm = await signUp(account, await captcha.token())
      notify({
        title: mustConfirm
          ? 'Account created! Please check your email to confirm.'
          : 'Successfully logged in!',
        tone: 'success',
      })
      reset()
    } catch (error) {
      if (isAuthWeakPasswordError(error)) {
        return setError('password', { message: error.message }, { shouldFocus: true })
      }
      const notice = authErrorNotice('Sign up failed:', error)
      setFailure(notice.title)
      notify(notice)
    }
  }

  return (
    <Form form={form} label="Sign up" onSubmit={submit}>
      {(Field) => (
        <>
          <Field name="fullName" label="Full name" required autoComplete="name" />
          <Field name="email" label="Email" required type="email" autoComplete="username" />
          <Field
            name="password"
            label="Password"
            required
            hint={passwordHint}
            as={PasswordInput}
            autoComplete="new-password"
          />
          {captcha.widget}
          {failure && <Alert tone="danger">{failure}</Alert>}
          <Button type="submit" size="lg" loading={isSubmitting}>
            {isSubmitting ? 'Creating Account...' : 'Create Account'}
          </Button>
        </>
      )}
    </Form>
  )
}
