import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { Alert } from '@/shared/ui/alert'
import { Button, buttonClass } from '@/shared/ui/button'
import { Card, CardContent } from '@/shared/ui/card'
import { Field } from '@/shared/ui/field'
import { notify } from '@/shared/ui/notify'
import { PasswordInput } from '@/shared/ui/password-input'
import { Spinner } from '@/shared/ui/spinner'
import { authErrorNotice } from './auth-error-notice'
import { newPasswordSchema, passwordHint, type NewPassword } from './credentials'

/** Where the link of a recovery e-mail leads; the link itself has signed its reader in. */
export function ResetPasswordPage() {
  const { loading, user } = useAuth()

  if (loading) return <Spinner className="mx-auto my-24" />
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-4 py-10">
      <title>Set a new password</title>
      <Card>
        <CardContent className="grid gap-6">
          <h1 className="text-heading">Set a new password</h1>
          {user ? <NewPasswordForm /> : <LinkExpired />}
        </CardContent>
      </Card>
    </main>
  )
}

function LinkExpired() {
  return (
    <>
      <Alert tone="warning" title="This link is no longer valid.">
        It may have been used already, or be too old. Ask for a new one on the sign-in page.
      </Alert>
      <Link to={paths.login} className={buttonClass()}>
        To the sign-in page
      </Link>
    </>
  )
}

function NewPasswordForm() {
  const { setPassword } = useAuth()
  const navigate = useNavigate()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(newPasswordSchema),
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = formState

  async function submit({ password }: NewPassword) {
    try {
      await setPassword(password)
      notify({ title: 'Your new password is set.', tone: 'success' })
      await navigate(paths.account)
    } catch (error) {
      notify(authErrorNotice('The password could not be set:', error))
    }
  }

  return (
    <form
      noValidate
      aria-label="New password"
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <Field
        label="New password"
        required
        description={errors.password ? undefined : passwordHint}
        error={errors.password?.message}
      >
        {(control) => (
          <PasswordInput autoComplete="new-password" {...control} {...register('password')} />
        )}
      </Field>
      <Button type="submit" size="lg" loading={isSubmitting}>
        Set password
      </Button>
    </form>
  )
}
