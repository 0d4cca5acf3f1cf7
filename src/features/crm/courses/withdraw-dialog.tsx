import { useMutation } from '@tanstack/react-query'
import { fullName } from '@/shared/lib/full-name'
import { isolated } from '@/shared/lib/isolated'
import { Failure } from '@/shared/account-ui/failure'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { withdraw, type Attendee } from './course-queries'

interface WithdrawDialogProps {
  course: string
  attendee: Attendee
  onClose: () => void
}

export function WithdrawDialog({ course, attendee, onClose }: WithdrawDialogProps) {
  const withdrawal = useMutation(withdraw(course))
  return (
    <QuestionDialog
      title={`Withdraw ${isolated(fullName(attendee))}?`}
      description={
        attendee.state === 'waiting'
          ? 'They leave the waitlist.'
          : 'Their grades are kept. The free seat goes to the active mentee who has waited longest.'
      }
      no="Keep"
      yes="Withdraw"
      isPending={withdrawal.isPending}
      onYes={() => withdrawal.mutate(attendee.mentee_id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Failure of={withdrawal} title="Not withdrawn" />
    </QuestionDialog>
  )
}
