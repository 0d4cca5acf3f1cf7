import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useAuth } from '@/shared/auth/auth-context'
import { requiredLine } from '@/shared/forms/form-text'
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
  return (
    <details className="max-w-xl rounded-card border border-line bg-paper-raised px-5 py-2 sm:px-7">
      <summary className="min-h-11 py-2 font-semibold">Your name</summary>
      <Form
        form={form}
        label="Your name"
        className="grid gap-5 pt-2 pb-4"
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
    </details>
  )
}
