import { zodResolver } from '@hookform/resolvers/zod'
import { isAuthApiError } from '@supabase/supabase-js'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useAuth } from '@/shared/auth/auth-context'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/field'
import { notify } from '@/shared/ui/notify'
import { PasswordInput } from '@/shared/ui/password-input'
import { authErrorNotice } from './auth-error-notice'
import { changeSchemaFor, passwordHintFor } from './credentials'

/** The password of the account, and the devices that are signed in. */
export function AccountSecurity() {
  const { signOutEverywhere } = useAuth()
  const [isLeaving, setLeaving] = useState(false)

  async function leave() {
    setLeaving(true)
    try {
      await signOutEverywhere()
    } catch (error) {
      setLeaving(false)
      notify(authErrorNotice('You could not be signed out everywhere:', error))
    }
  }

  return (
    <details className="max-w-xl rounded-card border border-line bg-paper-raised px-5 py-2 sm:px-7">
      <summary className="min-h-11 py-2 font-semibold">Password and devices</summary>
      <div className="grid gap-6 pt-2 pb-4">
        <ChangePassword />
        <p className="border-t border-line pt-6 text-ink-soft">
          Did you sign in on a device that someone else uses? This ends every session, including
          this one.
        </p>
        <Button
          variant="outline"
          className="justify-self-start"
          loading={isLeaving}
          onClick={() => void leave()}
        >
          Sign out everywhere
        </Button>
      </div>
    </details>
  )
}

const empty = { current: '', password: '' }

function ChangePassword() {
  const auth = useAuth()
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(changeSchemaFor(auth)),
    defaultValues: empty,
  })
  const { errors, isSubmitting } = formState

  async function submit({ current, password }: typeof empty) {
    try {
      await auth.setPassword(password, current)
      reset(empty)
      notify({
        title: 'Your new password is set.',
        description: 'Other devices are signed out.',
        tone: 'success',
      })
    } catch (error) {
      if (isAuthApiError(error) && /current.password/i.test(`${error.code} ${error.message}`)) {
        setError('current', { message: 'This is not your password' }, { shouldFocus: true })
      } else notify(authErrorNotice('The password could not be set:', error))
    }
  }

  return (
    <form
      noValidate
      aria-label="Change password"
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      {/* Password managers store the new one under it. */}
      <input type="hidden" autoComplete="username" value={auth.user?.email ?? ''} readOnly />
      <Field label="Current password" required error={errors.current?.message}>
        {(control) => (
          <PasswordInput autoComplete="current-password" {...control} {...register('current')} />
        )}
      </Field>
      <Field
        label="New password"
        required
        description={errors.password ? undefined : passwordHintFor(auth)}
        error={errors.password?.message}
      >
        {(control) => (
          <PasswordInput autoComplete="new-password" {...control} {...register('password')} />
        )}
      </Field>
      <Button type="submit" className="justify-self-start" loading={isSubmitting}>
        Change password
      </Button>
    </form>
  )
}
