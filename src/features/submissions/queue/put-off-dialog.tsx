import { useState, type FormEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import { titleOf, type Submission } from '@/features/submissions/common/queues'
import { daysLater, nextMonday } from '@/engine/tasks/due-days'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { formatDay } from '@/shared/lib/format-date'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { Failure } from '@/shared/account-ui/failure'
import { Field } from '@/shared/ui/field'
import { FormFooter } from '@/shared/account-ui/form-footer'
import { putOff, type PutOff } from './put-off'

interface PutOffDialogProps {
  submission: Submission
  onPutOff: () => void
  onClose: () => void
}

const MOST_DAYS = 366

/** Snoozes a submission until a day, or until its sender writes. */
export function PutOffDialog({ submission, onPutOff, onClose }: PutOffDialogProps) {
  const today = useOfficeDay()
  const tomorrow = daysLater(today, 1)
  const last = daysLater(today, MOST_DAYS)
  const [day, setDay] = useState('')
  const [error, setError] = useState<string>()
  const change = useMutation(putOff(submission))

  function until(asked: PutOff) {
    if (change.isPending) return
    change.mutate(asked, {
      onSuccess: () => {
        onClose()
        onPutOff()
      },
    })
  }

  function choose(event: FormEvent) {
    event.preventDefault()
    const isFit = day >= tomorrow && day <= last
    setError(isFit ? undefined : 'Please choose a day from tomorrow on, within a year')
    if (isFit) until({ day })
  }

  return (
    <Dialog open onOpenChange={() => !change.isPending && onClose()}>
      <DialogContent
        size="sm"
        title={`Snooze ${titleOf(submission)}`}
        description="It comes back at 8:00 on that day, or as soon as the sender writes."
      >
        <div className="grid gap-2">
          <Button variant="outline" onClick={() => until({ day: tomorrow })}>
            Tomorrow
          </Button>
          <Button variant="outline" onClick={() => until({ day: nextMonday(today) })}>
            Next week, {formatDay(nextMonday(today))}
          </Button>
          <Button variant="outline" onClick={() => until('reply')}>
            When they reply
          </Button>
        </div>
        <form noValidate aria-label="Another day" className="mt-4 grid gap-4" onSubmit={choose}>
          <Field
            label="Another day"
            error={error}
            type="date"
            min={tomorrow}
            max={last}
            value={day}
            onChange={({ target }) => {
              setDay(target.value)
              setError(undefined)
            }}
          />
          <Failure of={change} title="Not snoozed." />
          <FormFooter isSaving={change.isPending} save="Snooze" />
        </form>
      </DialogContent>
    </Dialog>
  )
}
