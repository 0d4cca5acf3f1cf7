import { useState } from 'react'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { fold } from '@/shared/lib/fold'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/field'

interface LabelFormProps {
  label: string
  /** First name and initial, where they are known */
  name: string | undefined
  onSave: (label: string) => void
  onClose: () => void
}

/** The mentor's own label of a match: the device keeps it, so it must not be the child's name. */
export function LabelForm({ label, name, onSave, onClose }: LabelFormProps) {
  const [typed, setTyped] = useState(label)
  const [isTried, setTried] = useState(false)
  useLeaveWarning(typed !== label)
  const error = wrongLabel(typed, name)
  return (
    <form
      aria-label="Label on this device"
      noValidate
      autoComplete="off"
      className="grid gap-3 rounded-control border border-line bg-paper-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!error) onSave(typed.trim())
      }}
    >
      <Field
        label="Label on this device"
        description="A word that only you understand. The device keeps it, so don’t use the child’s name."
        autoFocus
        autoComplete="off"
        maxLength={40}
        value={typed}
        error={isTried ? error : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm">
          Save label
        </Button>
        <Button variant="outline" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function wrongLabel(typed: string, name: string | undefined): string | undefined {
  if (typed.trim() === '') return 'Write a label.'
  const [first = ''] = fold(name ?? '').split(' ')
  return first.length > 1 && fold(typed).includes(first)
    ? 'Choose a label without the child’s name.'
    : undefined
}
