import { isAuthWeakPasswordError } from '@supabase/supabase-js'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { RoleOffer } from '@/shared/auth/account-proof'
import { useAuth } from '@/shared/auth/auth-context'
import { OfferQuestion } from '@/shared/auth/offer-question'
import { isPermissionName } from '@/shared/auth/permissions'
import { roleLabel } from '@/shared/auth/roles'
import { useStaffDraftName } from '@/shared/auth/use-staff-draft-name'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { optionLabel } from '@/shared/lib/option-label'
import { useFormDraft } from '@/shared/forms/use-form-draft'
import { resourceKey } from '@/engine/core/resource-queries'
import { backendMessage } from '@/shared/supabase/backend-message'
import { Loading } from '@/shared/account-ui/loading'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { EditorDialog, useEditor } from '@/shared/account-ui/editor-dialog'
import { FormFooter } from '@/shared/account-ui/form-footer'
import { CheckboxField } from '@/shared/ui/field'
import { Form } from '@/shared/ui/form'
import { RestoredDraft } from '@/shared/account-ui/restored-draft'
import { NativeSelect } from '@/shared/ui/native-select'
import { Options } from '@/shared/account-ui/options'
import { notify } from '@/shared/ui/notify'
import { PasswordInput } from '@/shared/account-ui/password-input'
import { useCaptcha } from '@/shared/ui/use-captcha'
import { createUser as createUserArea } from '@/shared/auth/areas'
import { assignableRoles, grantablePermissions } from './authority'
import { createUser, ExistingAccountError, newUserSchema, type NewUser } from './create-user'
import { PermissionGroups } from './permission-groups'
import { permissionsQuery } from './permission-queries'

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
          <Field name="email" label="Email" required type="email" autoComplete="off" />
          <Field name="fullName" label="Full name" required autoComplete="off" />
          <Field
            name="password"
            label="Password"
            required
            hint="At least 8 characters"
            as={PasswordInput}
            autoComplete="new-password"
          />
          <Field name="role" label="Role" required as={NativeSelect}>
            <Options values={assignableRoles(caller)} labelOf={roleLabel} />
          </Field>
          {role !== 'admin' && <PermissionChoice form={form} />}
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

/** Admins have every permission without its being granted. */
function rightsOf({ role, permissions }: NewUser) {
  return { role, permissions: role === 'admin' ? [] : permissions }
}

function PermissionChoice({ form }: { form: UseFormReturn<NewUser> }) {
  const auth = useAuth()
  const permissions = useQuery(permissionsQuery)
  const grantable = grantablePermissions({ ...auth, id: auth.user?.id ?? '' })

  if (!permissions.data)
    return <Loading query={permissions} what="The permissions" label="Loading permissions..." />
  const offered = permissions.data.filter(
    ({ name }) => isPermissionName(name) && grantable.has(name),
  )
  return (
    <details className="rounded-control border border-line bg-paper-raised px-4 py-2">
      <summary className="min-h-11 py-2 font-semibold">Permissions (optional)</summary>
      <div className="grid gap-4 pb-2">
        <PermissionGroups permissions={offered}>
          {(permission) => (
            <CheckboxField
              key={permission.id}
              label={optionLabel(permission.name)}
              description={permission.description}
              value={permission.id}
              {...form.register('permissions')}
            />
          )}
        </PermissionGroups>
      </div>
    </details>
  )
}

function failureMessage(error: Error): string {
  if (error instanceof ExistingAccountError || error.message === 'User creation failed') {
    return error.message
  }
  return backendMessage(error) ?? 'Failed to create user'
}
