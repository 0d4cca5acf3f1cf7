import { useEffect, useId, useState } from 'react'
import { Alert } from '@/shared/ui/alert'
import { dismissNotice, notify, type Notice } from '@/shared/ui/notify'

/** The form's own button to the lower edge: the message comes to lie above the fields. */
const makeRoom = (alert: HTMLElement | null) =>
  alert?.nextElementSibling?.scrollIntoView?.({ block: 'end' })

/** What failed, in a form above its button and as a message: until the next attempt, or the form's end. */
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
