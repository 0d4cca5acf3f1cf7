import { useEffect, useId, useState } from 'react'
import { Alert } from '@/shared/ui/alert'
import { dismissNotice, notify, type Notice } from '@/shared/ui/notify'

/** Scrolls the button to the lower edge, with the message above it. */
const makeRoom = (alert: HTMLElement | null) =>
  alert?.nextElementSibling?.scrollIntoView?.({ block: 'end' })

/** A failure, above the form's button and as a toast, until the next attempt or the form closes. */
export function useFailure() {
  const id = useId()
  const [title, setTitle] = useState<string>()
  useEffect(() => () => dismissNotice(id), [id])

  /** Only as a message */
  const say = (notice: Notice) => notify({ ...notice, id })
  return {
    told: title && (
      <Alert ref={makeRoom} tone="danger">
        {title}
      </Alert>
    ),
    say,
    tell: (notice: Notice) => {
      setTitle(notice.title)
      say(notice)
    },
    forget: () => setTitle(undefined),
  }
}
