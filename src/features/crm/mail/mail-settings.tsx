import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { organisation } from '@/shared/data/organisation'
import { Button } from '@/shared/ui/button'
import { CheckboxField, Field } from '@/shared/ui/field'
import { changeSettings, type MailStatus } from './mail-queries'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { Panel } from '@/shared/account-ui/panel'

export function MailSettings({ status }: { status: MailStatus }) {
  const { mutate } = useMutation(changeSettings)
  return (
    <Panel title="Settings" text="Changes are saved at once and recorded in the change log.">
      <div className="grid gap-4">
        <CheckboxField
          label="Receipts"
          description="People who send a form get an email at once, with what we received and a link to their status page."
          checked={status.receipts}
          onChange={({ target }) => mutate({ receipts: target.checked })}
        />
        <CheckboxField
          label="Subscribers confirm their address"
          description="A newsletter subscription starts once the subscriber clicks a link in an email. Otherwise it is deleted after seven days."
          checked={status.double_opt_in}
          onChange={({ target }) => mutate({ double_opt_in: target.checked })}
        />
        {/* Resets to the saved value. */}
        <Rate
          key={status.rate_per_minute}
          stored={status.rate_per_minute}
          save={(rate_per_minute) => mutate({ rate_per_minute })}
        />
        <p className="text-sm text-ink-soft">
          The digest for reviewers goes out on business days at 8:00 AM, {organisation.timeZone}.
          Reviewers choose their emails on their account page.
        </p>
      </div>
    </Panel>
  )
}

const MOST = 1_000

function Rate({ stored, save }: { stored: number; save: (rate: number) => void }) {
  const [typed, setTyped] = useState(String(stored))
  const [error, setError] = useState<string>()
  useLeaveWarning(typed !== String(stored))

  function submit(event: FormEvent) {
    event.preventDefault()
    const rate = Number(typed)
    const fits = Number.isInteger(rate) && rate >= 1 && rate <= MOST
    setError(fits ? undefined : `A whole number from 1 to ${MOST.toLocaleString('en-US')}`)
    if (fits && rate !== stored) save(rate)
  }

  return (
    <form noValidate className="flex flex-wrap items-start gap-3" onSubmit={submit}>
      <Field
        className="max-w-80 flex-1"
        label="Emails per minute, at most"
        description="Stay below what your mail provider allows."
        error={error}
        type="number"
        inputMode="numeric"
        min={1}
        max={MOST}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button
        type="submit"
        variant="outline"
        className="mt-7.5"
        disabled={typed === String(stored)}
      >
        Save
      </Button>
    </form>
  )
}
