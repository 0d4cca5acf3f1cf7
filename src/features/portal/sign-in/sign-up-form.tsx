import { isAuthWeakPasswordError } from '@supabase/supabase-js'
import { useAuth } from '@/shared/auth/auth-context'
import { useFormDraft } from '@/shared/forms/use-form-draft'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { Button } from '@/shared/ui/button'
import { Form } from '@/shared/ui/form'
import { notify } from '@/shared/ui/notify'
import { PasswordInput } from '@/shared/account-ui/password-input'
import { useCaptcha } from '@/shared/ui/use-captcha'
import { authErrorNotice } from '@/shared/auth/auth-error-notice'
import { passwordHint, signUpSchema, type SignUp } from './credentials'
import { useFailure } from './use-failure'

export function SignUpForm() {
  const { signUp } = useAuth()
  const form = useSchemaForm(signUpSchema, { fullName: '', email: '', password: '' })
  const { reset, setError } = form
  const { discard } = useFormDraft(form, 'sign-up')
  const captcha = useCaptcha()
  const { told, tell, say, forget } = useFailure()
  const { isSubmitting } = form.formState

  async function submit(account: SignUp) {
    forget()
    try {
      const mustConfirm = await signUp(account, await captcha.token())
      notify({
        title: mustConfirm
          ? 'Account created! Please check your email to confirm.'
          : 'Successfully logged in!',
        tone: 'success',
      })
      reset()
      discard()
    } catch (error) {
      const notice = authErrorNotice('Sign up failed:', error)
      if (isAuthWeakPasswordError(error)) {
        setError('password', { message: error.message }, { shouldFocus: true })
        say(notice)
      } else tell(notice)
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
          {told}
          <Button type="submit" size="lg" loading={isSubmitting}>
            {isSubmitting ? 'Creating Account...' : 'Create Account'}
          </Button>
        </>
      )}
    </Form>
  )
}
