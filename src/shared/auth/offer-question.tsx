import { useMutation, type QueryKey } from '@tanstack/react-query'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { notify } from '@/shared/ui/notify'
import { useCaptcha } from '@/shared/ui/use-captcha'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { offerRole, type RoleOffer } from './account-proof'
import { roleLabel } from './roles'

interface OfferQuestionProps {
  offer: RoleOffer
  /** An invitation of the account is open, or has ended. */
  isInvited?: boolean | undefined
  /** The queries that show the account */
  invalidates: readonly QueryKey[]
  onOffered?: () => void
  onClose: () => void
}

export function OfferQuestion(props: OfferQuestionProps) {
  const { offer, isInvited, invalidates, onOffered, onClose } = props
  const captcha = useCaptcha()
  const offering = useMutation({
    // Without a token there would be no email, so the account keeps its password until then.
    mutationFn: async () => offerRole(offer, await captcha.token()),
    onSuccess: (isMailSent) => {
      notify({
        title: isMailSent ? `A link was sent to ${offer.email}` : 'The role was offered',
        description: isMailSent
          ? 'The role comes with the new password.'
          : 'No email could be sent. Please ask them to choose “Forgot your password” on the sign-in page.',
        tone: isMailSent ? 'success' : 'info',
      })
      onOffered?.()
      onClose()
    },
    meta: { failure: failureAsSaid, invalidates },
  })

  return (
    <QuestionDialog
      title={isInvited ? 'Send a new invitation?' : 'Ask for a new password?'}
      description={
        isInvited
          ? `${offer.email} gets another email. Earlier links stop working.`
          : `You did not create the account of ${offer.email}, and someone else may have.`
      }
      yes="Send the Link"
      yesVariant="primary"
      isPending={offering.isPending}
      isHeld
      onYes={() => offering.mutate()}
      onClose={onClose}
    >
      <p>
        {isInvited
          ? 'It lasts 14 days from now.'
          : 'Their password stops working, and they are signed out everywhere. A link to set a new one goes to this address.'}{' '}
        With the new password comes the role {roleLabel(offer.role)}.
      </p>
      {captcha.widget}
    </QuestionDialog>
  )
}
