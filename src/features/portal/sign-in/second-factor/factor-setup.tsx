import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { QrCode } from '@/shared/account-ui/qr-code'
import { requiredLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { Button } from '@/shared/ui/button'
import { Form } from '@/shared/ui/form'
import { notify } from '@/shared/ui/notify'
import { authErrorNotice } from '@/shared/auth/auth-error-notice'
import { CodeForm } from './code-form'
import { enroll, factorRefusal, makeRecoveryCodes, type Enrolled } from './factors'
import { RecoveryCodes } from './recovery-codes'

interface FactorSetupProps {
  /** Without recovery codes it ends with new ones. */
  hasCodes: boolean
  /** Called before the session changes. */
  onTry?: () => void
  onDone: () => void
}

/** Sets up a second factor: its name, the QR code, a first code, and the recovery codes. */
export function FactorSetup({ hasCodes, onTry, onDone }: FactorSetupProps) {
  const [enrolled, setEnrolled] = useState<Enrolled>()
  const [isVerified, setVerified] = useState(false)
  const codes = useMutation(makeRecoveryCodes)

  if (codes.data) return <RecoveryCodes codes={codes.data} onDone={onDone} />
  if (isVerified) {
    return (
      <Button
        className="justify-self-start"
        loading={codes.isPending}
        onClick={() => codes.mutate()}
      >
        Show the recovery codes
      </Button>
    )
  }
  if (!enrolled) return <NameForm onEnrolled={setEnrolled} />
  return (
    <div className="grid gap-5">
      <ol className="grid list-decimal gap-4 ps-5">
        <li>
          Scan this with an authenticator app on your phone, or with your password manager.
          <QrCode text={enrolled.uri} label="QR code for your authenticator app" />
          On the phone itself, <a href={enrolled.uri}>open it in the app</a>, or type this key:{' '}
          <code className="break-words">{enrolled.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </li>
        <li>Enter the code that the app shows.</li>
      </ol>
      <CodeForm
        factors={[{ id: enrolled.id }]}
        label="First code"
        yes="Confirm"
        {...(onTry && { onTry })}
        onVerified={() => {
          notify({ title: 'Your second factor is set up.', tone: 'success' })
          if (hasCodes) return onDone()
          setVerified(true)
          codes.mutate()
        }}
      />
    </div>
  )
}

const schema = z.object({ name: requiredLine(60, 'Please enter a name') })

function NameForm({ onEnrolled }: { onEnrolled: (enrolled: Enrolled) => void }) {
  const form = useSchemaForm(schema, { name: 'My phone' })
  const { isSubmitting } = form.formState

  async function submit({ name }: z.infer<typeof schema>) {
    try {
      onEnrolled(await enroll(name.trim()))
    } catch (error) {
      const message = factorRefusal(error)
      if (message) form.setError('name', { message }, { shouldFocus: true })
      else notify(authErrorNotice('The second factor could not be set up:', error))
    }
  }

  return (
    <Form form={form} label="Set up a second factor" onSubmit={submit}>
      {(Field) => (
        <>
          <Field
            name="name"
            label="Name"
            required
            hint="So that you can tell several apart"
            autoComplete="off"
          />
          <Button type="submit" className="justify-self-start" loading={isSubmitting}>
            Continue
          </Button>
        </>
      )}
    </Form>
  )
}
