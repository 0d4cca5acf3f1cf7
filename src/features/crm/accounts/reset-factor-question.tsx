import { useMutation } from '@tanstack/react-query'
import type { RowDialogProps } from '@/engine/core/define-resource'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import type { Account } from './permissions-dialog'
import { resetSecondFactor } from './second-factor-queries'

/** For an account whose owner lost phone and recovery codes. */
export function ResetFactorQuestion({ row, onClose }: RowDialogProps<Account>) {
  const displayName = row.full_name ?? row.email ?? 'Unnamed User'
  const reset = useMutation({ ...resetSecondFactor(row.id, displayName), onSettled: onClose })
  return (
    <QuestionDialog
      title={`Reset the second factor of ${displayName}?`}
      description="Their second factors and recovery codes are removed, and they are signed out everywhere. They then sign in with only their password, and get an email about it. Make sure that the request really comes from them."
      yes="Reset"
      isPending={reset.isPending}
      isHeld
      onYes={() => reset.mutate()}
      onClose={onClose}
    />
  )
}
