import { useMutation } from '@tanstack/react-query'
import { isAuthApiError } from '@supabase/supabase-js'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { RoleOffer } from '@/shared/auth/account-proof'
import { useAuth } from '@/shared/auth/auth-context'
import { OfferQuestion } from '@/shared/auth/offer-question'
import { useStaffDraftName } from '@/shared/auth/use-staff-draft-name'
import { useFormDraft } from '@/shared/forms/use-form-draft'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { EditorDialog, useEditor } from '@/shared/account-ui/editor-dialog'
import { FormFooter } from '@/shared/account-ui/form-footer'
import { RestoredDraft } from '@/shared/account-ui/restored-draft'
import { failureText } from '@/shared/supabase/backend-message'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Form } from '@/shared/ui/form'
import { notify } from '@/shared/ui/notify'
import { useCaptcha } from '@/shared/ui/use-captcha'
import { AccountFields, rightsOf } from './account-fields'
import { createUser, ExistingAccountError } from './create-user'
import { invitationViews, invite, inviteeSchema, type Invitee } from './invite'

const emptyForm: Invitee = { email: '', fullName: '', role: 'user', permissions: [] }

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const draft = useStaffDraftName('invitation')
  return (
    <EditorDialog
      title="Invite a colleague"
      description="They get an email with a link, and choose a password of their own. The role comes with it. An invitation lasts 14 days."
      draft={draft}
      onClose={onClose}
    >
      <InviteForm draft={draft} />
    </EditorDialog>
  )
}

function InviteForm({ draft }: { draft: string | undefined }) {
  const auth = useAuth()
  const caller = { ...auth, id: auth.user?.id ?? '' }
  const form = useSchemaForm(inviteeSchema, emptyForm)
  const { isRestored } = useFormDraft(form, draft)
  const { setError, formState } = form
  const role = useWatch({ control: form.control, name: 'role' })
  const { isDirty, isSubmitting } = formState
  const { close, send } = useEditor({ isDirty, isSaving: isSubmitting })
  const captcha = useCaptcha()
  const inviting = useMutation(invite)
  const completion = useMutation(createUser)
  const [failure, setFailure] = useState<Error>()
  const existing = failure instanceof ExistingAccountError ? failure.account : undefined
  const [offered, setOffered] = useState<RoleOffer>()

  async function attempt(work: () => Promise<unknown>, done: string) {
    send()
    try {
      await work()
      notify({ title: done, tone: 'success' })
      close()
    } catch (error) {
      setFailure(error as Error)
      if (error instanceof ExistingAccountError) {
        setError('email', { message: error.message }, { shouldFocus: true })
      }
    }
  }
  const submit = (invitee: Invitee) =>
    attempt(
      () =>
        inviting.mutateAsync({
          invitee: { ...invitee, ...rightsOf(invitee) },
          callerId: caller.id,
          captchaToken: captcha.token,
        }),
      `Invitation sent to ${invitee.email}`,
    )

  return (
    <Form form={form} label="Invitation" onSubmit={submit}>
      {() => (
        <>
          {isRestored && <RestoredDraft />}
          <AccountFields
            role={role}
            boxes={form.register('permissions')}
            tick={(ids) => form.setValue('permissions', ids, { shouldDirty: true })}
          />
          {existing && !existing.hasRole && (
            <Existing
              account={existing}
              isSending={isSubmitting}
              onGo={() =>
                void form.handleSubmit(async (invitee) => {
                  if (existing.isInvited || !existing.isVouchedFor) {
                    return setOffered({ ...existing, ...rightsOf(invitee) })
                  }
                  await attempt(
                    () =>
                      completion.mutateAsync({
                        user: {
                          ...invitee,
                          ...rightsOf(invitee),
                          email: existing.email,
                          password: '',
                        },
                        callerId: caller.id,
                        captchaToken: captcha.token,
                        takeOver: true,
                      }),
                    `${existing.email} has the role now`,
                  )
                })()
              }
            />
          )}
          {failure && !existing && (
            <Alert tone="danger" role="alert" title="No invitation was sent.">
              {isOverLimit(failure)
                ? 'The mail service has sent as many emails as it may in an hour. Nothing you typed is lost: send it again later.'
                : `${failureText(failure)} Nothing you typed is lost.`}
            </Alert>
          )}
          {offered && (
            <OfferQuestion
              offer={offered}
              isInvited={existing?.isInvited}
              invalidates={invitationViews}
              onOffered={close}
              onClose={() => setOffered(undefined)}
            />
          )}
          {captcha.widget}
          <FormFooter isSaving={isSubmitting} save="Send Invitation" saving="Sending..." />
        </>
      )}
    </Form>
  )
}

const isOverLimit = (error: Error) =>
  isAuthApiError(error) && error.code === 'over_email_send_rate_limit'

interface ExistingProps {
  account: ExistingAccountError['account']
  isSending: boolean
  onGo: () => void
}

/** What becomes of an account that the address already has. */
function Existing({ account, isSending, onGo }: ExistingProps) {
  const { title, text, go } = account.isInvited
    ? {
        title: `${account.email} is invited already.`,
        text: 'A new invitation ends the first one, with its link.',
        go: 'Invite again',
      }
    : account.isVouchedFor
      ? {
          title: `${account.email} has signed up already.`,
          text: 'The account gets the role and permissions chosen here at once, and keeps its own name and password.',
          go: 'Give the role',
        }
      : {
          title: `${account.email} has signed up already.`,
          text: 'We can’t tell whose password that is. The account gets the role and permissions chosen here once its owner sets a new one, through a link sent to this address.',
          go: 'Send the link',
        }
  return (
    <Alert tone="warning" role="alert" title={title}>
      <p>{text}</p>
      <Button variant="outline" size="sm" className="mt-3" loading={isSending} onClick={onGo}>
        {go}
      </Button>
    </Alert>
  )
}
