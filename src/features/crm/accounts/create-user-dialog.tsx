import { isAuthWeakPasswordError } from '@supabase/supabase-js'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { RoleOffer } from '@/shared/auth/account-proof'
import { useAuth } from '@/shared/auth/auth-context'
import { OfferQuestion } from '@/shared/auth/offer-question'
import { useStaffDraftName } from '@/shared/auth/use-staff-draft-name'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { useFormDraft } from '@/shared/forms/use-form-draft'
import { resourceKey } from '@/engine/core/resource-queries'
import { backendMessage } from '@/shared/supabase/backend-message'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { EditorDialog, useEditor } from '@/shared/account-ui/editor-dialog'
import { FormFooter } from '@/shared/account-ui/form-footer'
import { Form } from '@/shared/ui/form'
import { RestoredDraft } from '@/shared/account-ui/restored-draft'
import { notify } from '@/shared/ui/notify'
import { PasswordInput } from '@/shared/account-ui/password-input'
import { useCaptcha } from '@/shared/ui/use-captcha'
import { createUser as createUserArea } from '@/shared/auth/areas'
import { AccountFields, rightsOf } from './account-fields'
import { createUser, ExistingAccountError, newUserSchema, type NewUser } from './create-user'

const emptyForm: NewUser = { email: '', fullName: '', password: '', role: 'user', permissions: [] }

export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const draft = useStaffDraftName('new-user')
  return (
    <EditorDialog
      title={createUserArea.label}
      description="They receive an email to confirm their address, and then sign in with this password."
      draft={draft}
      onClose={onClose}
    >
      <CreateUserForm draft={draft} />
    </EditorDialog>
  )
}

function CreateUserForm({ draft }: { draft: string | undefined }) {
  const auth = useAuth()
  const caller = { ...auth, id: auth.user?.id ?? '' }
  const form = useSchemaForm(newUserSchema, emptyForm)
  const { isRestored } = useFormDraft(form, draft)
  const { handleSubmit, setError, formState } = form
  const role = useWatch({ control: form.control, name: 'role' })
  const { isDirty, isSubmitting } = formState
  const { close, send } = useEditor({ isDirty, isSaving: isSubmitting })
  const captcha = useCaptcha()
  const creation = useMutation(createUser)
  // Shown until the next success or failure, so that the button does not move during a click.
  const [failure, setFailure] = useState<Error>()
  const existing = failure instanceof ExistingAccountError ? failure.account : undefined
  const [offered, setOffered] = useState<RoleOffer>()

  async function create(user: NewUser, takeOver = false) {
    send()
    try {
      await creation.mutateAsync({
        user: { ...user, ...rightsOf(user) },
        callerId: caller.id,
        captchaToken: captcha.token,
        takeOver,
      })
      notify({ title: `User ${user.email} created successfully`, tone: 'success' })
      close()
    } catch (error) {
      setFailure(error as Error)
      if (error instanceof ExistingAccountError) {
        setError('email', { message: error.message }, { shouldFocus: true })
      } else if (isAuthWeakPasswordError(error)) {
        setError('password', { message: error.message }, { shouldFocus: true })
      }
    }
  }

  return (
    <Form form={form} label="New user" onSubmit={(user) => create(user)}>
      {(Field) => (
        <>
          {isRestored && <RestoredDraft />}
          <AccountFields
            role={role}
            boxes={form.register('permissions')}
            tick={(ids) => form.setValue('permissions', ids, { shouldDirty: true })}
          >
            <Field
              name="password"
              label="Password"
              required
              hint="At least 8 characters"
              as={PasswordInput}
              autoComplete="new-password"
            />
          </AccountFields>
          {existing && !existing.hasRole && (
            <Alert tone="warning" role="alert" title={`${existing.email} has signed up already.`}>
              <p>
                {existing.isVouchedFor
                  ? 'The account gets the role and permissions chosen here, and keeps its own name and password.'
                  : 'We can’t tell whose password that is. The account gets the role and permissions chosen here once its owner sets a new one, through a link sent to this address.'}
              </p>
              <Button
                variant="outline"
                size="sm"
                className="mt-3"
                loading={isSubmitting}
                onClick={() =>
                  void handleSubmit(async (user) => {
                    if (existing.isVouchedFor)
                      await create({ ...user, email: existing.email }, true)
                    else setOffered({ ...existing, ...rightsOf(user) })
                  })()
                }
              >
                {existing.isVouchedFor ? 'Finish this account' : 'Ask for a new password'}
              </Button>
            </Alert>
          )}
          {failure && !existing && (
            <Alert tone="danger" role="alert" title={failureMessage(failure)}>
              The user was only partly created. Nothing you typed is lost. Try again with the same
              email address: an account that already exists is completed, with the name and password
              of the first try.
            </Alert>
          )}
          {offered && (
            <OfferQuestion
              offer={offered}
              invalidates={[resourceKey('profiles')]}
              onOffered={close}
              onClose={() => setOffered(undefined)}
            />
          )}
          {captcha.widget}
          <FormFooter isSaving={isSubmitting} save="Create User" saving="Creating..." />
        </>
      )}
    </Form>
  )
}

function failureMessage(error: Error): string {
  if (error instanceof ExistingAccountError || error.message === 'User creation failed') {
    return error.message
  }
  return backendMessage(error) ?? 'Failed to create user'
}
