import { useAuth } from '@/shared/auth/auth-context'
import { giftFieldsIn, unknownFieldIn } from '@/shared/mail/campaign-fields'
import { Alert } from '@/shared/ui/alert'
import type { Campaign } from './campaign'

/** Why a campaign with this text can't be sent by the user, if there is a reason. */
export function useTextProblem(campaign: Campaign): string | undefined {
  const { can } = useAuth()
  const unknown = unknownFieldIn(campaign)
  if (unknown) return `There is no merge field ${unknown}. Edit the campaign, and correct it.`
  const fields = giftFieldsIn(campaign)
  if (fields.length > 0 && !can('can_manage_donations')) {
    return `Only colleagues who manage donations can send {{${fields.join('}}, {{')}}}.`
  }
  return undefined
}

export function TextProblem({ problem }: { problem: string | undefined }) {
  return (
    problem && (
      <Alert tone="danger" role="alert" title="This can’t be sent as it is.">
        {problem}
      </Alert>
    )
  )
}
