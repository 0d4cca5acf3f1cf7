import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useAuth } from '@/shared/auth/auth-context'
import { requiredLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { Button } from '@/shared/ui/button'
import { Form } from '@/shared/ui/form'
import { notify } from '@/shared/ui/notify'
import { CodeForm } from './code-form'
import { FactorFrame } from './factor-frame'
import { spendRecoveryCode } from './factors'

/** Asks for the second factor after the password. */
export function FactorChallenge() {
  const { user } = useAuth()
  const [isLost, setLost] = useState(false)
  const factors = (user?.factors ?? []).filter(({ status }) => status === 'verified')

  return (
    <FactorFrame title={isLost ? 'Use a recovery code' : 'Enter your code'}>
      {isLost ? (
        <RecoveryForm />
      ) : (
        <CodeForm factors={factors} label="Second factor" yes="Continue" />
      )}
      <Button variant="link" className="justify-self-start" onClick={() => setLost(!isLost)}>
        {isLost ? 'Enter a code from the app' : 'I cannot use my app'}
      </Button>
    </FactorFrame>
  )
}

const wrongCode = 'This is not one of your recovery codes. You have five tries in fifteen minutes.'
const schema = z.object({ code: requiredLine(60, 'Please enter a recovery code') })

function RecoveryForm() {
  const form = useSchemaForm(schema, { code: '' })
  const spending = useMutation({ mutationFn: spendRecoveryCode })
  const { setError } = form
  const { isSubmitting } = form.formState

  async function submit({ code }: z.infer<typeof schema>) {
    try {
      if (await spending.mutateAsync(code)) {
        notify({
          title: 'Second factor removed',
          description: 'The other recovery codes no longer work. Set up a new factor soon.',
          tone: 'success',
        })
      } else {
        setError('code', { message: wrongCode }, { shouldFocus: true })
      }
    } catch (error) {
      notify({ ...failureAsSaid(error as Error), tone: 'error' })
    }
  }

  return (
    <Form form={form} label="Recovery code" onSubmit={submit}>
      {(Field) => (
        <>
          <p className="text-ink-soft">
            A recovery code removes your second factors and signs other devices out. Without one,
            ask an administrator to reset your second factor.
          </p>
          <Field name="code" label="Recovery code" required autoComplete="off" />
          <Button type="submit" className="justify-self-start" loading={isSubmitting}>
            Continue
          </Button>
        </>
      )}
    </Form>
  )
}
