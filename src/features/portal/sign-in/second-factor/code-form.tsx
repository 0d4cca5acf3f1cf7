import type { Factor } from '@supabase/supabase-js'
import { useEffect } from 'react'
import { z } from 'zod'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { Button, type ButtonVariant } from '@/shared/ui/button'
import { Form } from '@/shared/ui/form'
import { NativeSelect } from '@/shared/ui/native-select'
import { notify } from '@/shared/ui/notify'
import { authErrorNotice } from '@/shared/auth/auth-error-notice'
import { factorRefusal, nameOf, verifyCode } from './factors'

const schema = z.object({
  factor: z.string(),
  code: z
    .string()
    .transform((typed) => typed.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Enter the six-digit code')),
})

interface CodeFormProps {
  factors: readonly Pick<Factor, 'id' | 'friendly_name'>[]
  label: string
  yes: string
  variant?: ButtonVariant
  /** Called before the code is sent. */
  onTry?: () => void
  onVerified?: () => Promise<void> | void
}

/** Asks for the current code of an authenticator app. */
export function CodeForm({ factors, label, yes, variant, onTry, onVerified }: CodeFormProps) {
  const form = useSchemaForm(schema, { factor: factors[0]?.id ?? '', code: '' })
  const { setError, setFocus } = form
  const { isSubmitting } = form.formState

  useEffect(() => setFocus('code'), [setFocus])

  async function submit({ factor, code }: z.infer<typeof schema>) {
    try {
      onTry?.()
      await verifyCode(factor, code)
      await onVerified?.()
    } catch (error) {
      const message = factorRefusal(error)
      if (message) setError('code', { message }, { shouldFocus: true })
      else notify(authErrorNotice('The code could not be checked:', error))
    }
  }

  return (
    <Form form={form} label={label} onSubmit={submit}>
      {(Field) => (
        <>
          {factors.length > 1 && (
            <Field name="factor" label="Second factor" as={NativeSelect}>
              {factors.map((factor) => (
                <option key={factor.id} value={factor.id}>
                  {nameOf(factor)}
                </option>
              ))}
            </Field>
          )}
          <Field
            name="code"
            label="Code from your authenticator app"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
          />
          <Button
            type="submit"
            variant={variant}
            className="justify-self-start"
            loading={isSubmitting}
          >
            {yes}
          </Button>
        </>
      )}
    </Form>
  )
}
