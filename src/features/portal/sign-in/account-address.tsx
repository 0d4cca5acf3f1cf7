import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { useAuth } from '@/shared/auth/auth-context'
import { authErrorNotice } from '@/shared/auth/auth-error-notice'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { SettingsPart } from '@/shared/account-ui/settings-part'
import { Button } from '@/shared/ui/button'
import { Form } from '@/shared/ui/form'
import { notify } from '@/shared/ui/notify'
import { addressSchema, type Address } from './credentials'

export function AccountAddress() {
  const { user, changeAddress } = useAuth()
  const form = useSchemaForm(addressSchema, { email: '' })
  const { setError, reset } = form
  const { isDirty, isSubmitting } = form.formState
  useLeaveWarning(isDirty)
  const present = user?.email ?? ''

  async function submit({ email }: Address) {
    if (email.toLowerCase() === present.toLowerCase()) {
      setError('email', { message: 'This is your address already' }, { shouldFocus: true })
      return
    }
    try {
      await changeAddress(email)
      reset()
      notify({
        title: 'Please check both mailboxes',
        description: `Your address changes once you follow the links that we sent to ${present} and ${email}.`,
        tone: 'info',
      })
    } catch (error) {
      notify(authErrorNotice('The address could not be changed:', error))
    }
  }

  return (
    <SettingsPart title="Email address">
      <Form form={form} label="Email address" className="grid gap-5" onSubmit={submit}>
        {(Field) => (
          <>
            <p className="break-words text-ink-soft">
              You sign in with {present}. We send a link to both addresses, and keep the old one
              until you follow both.
            </p>
            <Field
              name="email"
              label="New email address"
              required
              type="email"
              autoComplete="email"
            />
            <Button type="submit" className="justify-self-start" loading={isSubmitting}>
              Change address
            </Button>
          </>
        )}
      </Form>
    </SettingsPart>
  )
}
