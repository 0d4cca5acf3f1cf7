import { useMutation } from '@tanstack/react-query'
import type { RowDialogProps } from '@/shared/resource/define/define-resource'
import { QuestionDialog } from '@/shared/ui/question-dialog'
import type { Account } from './permissions-dialog'
import { resetSecondFactor } from './second-factor-queries'

/** For an account whose owner lost phone and recovery codes. */
export function ResetFactorQuestion({ row, onClose }: RowDialogProps<Account>) {
  const called = row.full_name ?? row.email ?? 'Unnamed User'
  const reset = useMutation({ ...resetSecondFactor(row.id, called), onSettled: onClose })
  return (
    <QuestionDialog
      title={`Reset the second factor of ${called}?`}
      description="Their second factors and recovery codes are removed, and they are signed out everywhere. They sign in with their password alone and get an email about it. Make sure that it is really them who ask."
      yes="Reset"
      isPending={reset.isPending}
      isHeld
      onYes={() => reset.mutate()}
      onClose={onClose}
    />
  )
}
