import { useRef, useSyncExternalStore } from 'react'
import { secondsLeft, stay, subscribe } from '@/shared/supabase/shared-session'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { useAuth } from './auth-context'

/** Announced to screen readers; every second would be too much. */
const TOLD_SECONDS = [30, 10]

/** Before an unused session on a shared computer ends. */
export default function IdleWarning() {
  const { signOut } = useAuth()
  const stayButton = useRef<HTMLButtonElement>(null)
  const left = useSyncExternalStore(subscribe, secondsLeft)
  if (left === undefined) return null
  const told = TOLD_SECONDS.findLast((seconds) => left <= seconds)
  return (
    <Dialog open onOpenChange={stay}>
      <DialogContent
        role="alertdialog"
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          stayButton.current?.focus()
        }}
        size="sm"
        title="Are you still there?"
        description="You are about to be signed out, because this is a shared computer and it was not used for 29 minutes. Anything not saved will be lost."
      >
        <p role="timer" className="text-subheading tabular-nums">
          {left} {left === 1 ? 'second' : 'seconds'} left
        </p>
        <p aria-live="assertive" className="sr-only">
          {told && `You will be signed out in ${told} seconds.`}
        </p>
        <DialogFooter>
          <Button variant="outline" onClick={() => void signOut()}>
            Sign Out
          </Button>
          <Button ref={stayButton} onClick={stay}>
            Stay signed in
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
