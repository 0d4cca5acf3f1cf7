import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useAuth } from '@/shared/auth/auth-context'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { notify } from '@/shared/ui/notify'
import { PasswordInput } from '@/shared/ui/password-input'
import { authErrorNotice } from './auth-error-notice'
import { signInSchema, type SignIn } from './credentials'

/** The page that shows it leaves as soon as the session is there. */
export function SignInForm() {
  const { signIn, requestPasswordReset } = useAuth()
  const { register, handleSubmit, trigger, getValues, formState } = useForm({
    resolver: zodResolver(signInSchema),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  async function submit(credentials: SignIn) {
    try {
      await signIn(credentials)
      notify({ title: 'Successfully logged in!', tone: 'success' })
    } catch (error) {
      notify(authErrorNotice('Login failed:', error))
    }
  }

  async function sendRecoveryLink() {
    if (!(await trigger('email', { shouldFocus: true }))) return
    const email = getValues('email').trim()
    try {
      await requestPasswordReset(email)
      notify({
        title: 'Please check your e-mail',
        description: `If there is an account for ${email}, a link to set a new password is on its way.`,
        tone: 'info',
      })
    } catch (error) {
      notify(authErrorNotice('The link could not be sent:', error))
    }
  }

  return (
    <form
      noValidate
      aria-label="Sign in"
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <Field label="E-mail" required error={errors.email?.message}>
        {(control) => (
          <Input type="email" autoComplete="username" {...control} {...register('email')} />
        )}
      </Field>
      <Field label="Password" required error={errors.password?.message}>
        {(control) => (
          <PasswordInput autoComplete="current-password" {...control} {...register('password')} />
        )}
      </Field>
      <Button variant="link" className="justify-self-start" onClick={() => void sendRecoveryLink()}>
        Forgot your password
      </Button>
      <Button type="submit" size="lg" loading={isSubmitting}>
        {isSubmitting ? 'Signing In...' : 'Sign In'}
      </Button>
    </form>
  )
}
