import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { useAuth } from '@/shared/auth/auth-context'
import { requiredLine } from '@/shared/forms/form-text'
import { SettingsPart } from '@/shared/account-ui/settings-part'
import { Button } from '@/shared/ui/button'
import { Form } from '@/shared/ui/form'
import { changeName } from './own-queries'

const schema = z.object({ fullName: requiredLine(100, 'Please enter your full name') })

export function AccountName() {
  const { user, profile } = useAuth()
  const { mutate, isPending } = useMutation(changeName(user?.id ?? ''))
  const form = useForm({
    resolver: zodResolver(schema),
    // Also follows a change in another tab.
    values: { fullName: profile?.fullName ?? '' },
  })
  useLeaveWarning(form.formState.isDirty)
  return (
    <SettingsPart title="Your name">
      <Form
        form={form}
        label="Your name"
        className="grid gap-5"
        onSubmit={({ fullName }) => mutate(fullName.trim())}
      >
        {(Field) => (
          <>
            <Field name="fullName" label="Full name" required autoComplete="name" />
            <Button type="submit" className="justify-self-start" loading={isPending}>
              Save name
            </Button>
          </>
        )}
      </Form>
    </SettingsPart>
  )
}
