import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useAuth } from '@/shared/auth/auth-context'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import { notify } from '@/shared/ui/notify'
import { PasswordInput } from '@/shared/ui/password-input'
import { useCaptcha } from '@/shared/ui/use-captcha'
import { authErrorNotice } from './auth-error-notice'
import { passwordHint, signUpSchema, type SignUp } from './credentials'

export function SignUpForm() {
  const { signUp } = useAuth()
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(signUpSchema),
    defaultValues: { fullName: '', email: '', password: '' },
  })
  const captcha = useCaptcha()
  const { errors, isSubmitting } = formState

  async function submit(account: SignUp) {
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
      notify(authErrorNotice('Sign up failed:', error))
    }
  }

  return (
    <form
      noValidate
      aria-label="Sign up"
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <Field label="Full name" required error={errors.fullName?.message}>
        {(control) => <Input autoComplete="name" {...control} {...register('fullName')} />}
      </Field>
      <Field label="Email" required error={errors.email?.message}>
        {(control) => (
          <Input type="email" autoComplete="username" {...control} {...register('email')} />
        )}
      </Field>
      <Field
        label="Password"
        required
        description={errors.password ? undefined : passwordHint}
        error={errors.password?.message}
      >
        {(control) => (
          <PasswordInput autoComplete="new-password" {...control} {...register('password')} />
        )}
      </Field>
      {captcha.widget}
      <Button type="submit" size="lg" loading={isSubmitting}>
        {isSubmitting ? 'Creating Account...' : 'Create Account'}
      </Button>
    </form>
  )
}
