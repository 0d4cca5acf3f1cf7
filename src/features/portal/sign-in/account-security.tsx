import { isAuthApiError, isAuthWeakPasswordError } from '@supabase/supabase-js'
import { useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { SettingsPart } from '@/shared/account-ui/settings-part'
import { Button } from '@/shared/ui/button'
import { Form } from '@/shared/ui/form'
import { notify } from '@/shared/ui/notify'
import { useAskedSignOut } from '@/shared/account-ui/leave-question'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { PasswordInput } from '@/shared/account-ui/password-input'
import { authErrorNotice } from '@/shared/auth/auth-error-notice'
import { changeSchemaFor, passwordHintFor } from './credentials'

export function AccountSecurity() {
  const { signOutEverywhere } = useAuth()
  const [isLeaving, setLeaving] = useState(false)

  const leave = useAskedSignOut(async () => {
    setLeaving(true)
    try {
      await signOutEverywhere()
    } catch (error) {
      setLeaving(false)
      notify(authErrorNotice('You could not be signed out everywhere:', error))
    }
  })

  return (
    <SettingsPart title="Password and devices">
      <ChangePassword />
      <p className="border-t border-line pt-6 text-ink-soft">
        Did you sign in on a device that someone else uses? This ends every session, including this
        one.
      </p>
      <Button variant="outline" className="justify-self-start" loading={isLeaving} onClick={leave}>
        Sign out everywhere
      </Button>
    </SettingsPart>
  )
}

const empty = { current: '', password: '' }

function ChangePassword() {
  const auth = useAuth()
  const form = useSchemaForm(changeSchemaFor(auth), empty)
  const { setError, reset } = form
  const { isDirty, isSubmitting } = form.formState
  useLeaveWarning(isDirty)

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
      } else if (isAuthWeakPasswordError(error)) {
        setError('password', { message: error.message }, { shouldFocus: true })
      } else notify(authErrorNotice('The password could not be set:', error))
    }
  }

  return (
    <Form form={form} label="Change password" onSubmit={submit}>
      {(Field) => (
        <>
          {/* Password managers store the new password under this name. */}
          <input type="hidden" autoComplete="username" value={auth.user?.email ?? ''} readOnly />
          <Field
            name="current"
            label="Current password"
            required
            as={PasswordInput}
            autoComplete="current-password"
          />
          <Field
            name="password"
            label="New password"
            required
            hint={passwordHintFor(auth)}
            as={PasswordInput}
            autoComplete="new-password"
          />
          <Button type="submit" className="justify-self-start" loading={isSubmitting}>
            Change password
          </Button>
        </>
      )}
    </Form>
  )
}
