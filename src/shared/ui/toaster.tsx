import { useEffect, useState, useSyncExternalStore, type CSSProperties } from 'react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { Toaster as Sonner, toast } from 'sonner'
import { receiveNotices } from './notify'

/** A live region is only read out for what comes after a screen reader has seen it. */
const REGION_SETTLES_MS = 150

/** The one of all mounted toasters that draws. */
let drawer: symbol | undefined
const listeners = new Set<() => void>()

function setDrawer(next: symbol | undefined) {
  drawer = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Draws what `notify()` is given. Whatever gives messages brings it along, and may be loaded late; the
 * first one on a page draws for all.
 */
export function Toaster() {
  const [self] = useState(() => Symbol('toaster'))
  const draws = useSyncExternalStore(
    subscribe,
    () => drawer === self,
    () => false,
  )

  useEffect(() => {
    if (!drawer) setDrawer(self)
    return () => {
      if (drawer === self) setDrawer(undefined)
    }
  }, [self])

  return draws && <Messages />
}

function Messages() {
  useEffect(() => {
    let stop: (() => void) | undefined
    const timer = setTimeout(() => {
      stop = receiveNotices(({ tone = 'info', title, description }) => {
        toast[tone](title, description === undefined ? {} : { description })
      })
    }, REGION_SETTLES_MS)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [])

  return (
    <Sonner
      theme="light"
      position="bottom-right"
      visibleToasts={3}
      expand
      gap={14}
      duration={5000}
      closeButton
      className="ui-toaster"
      style={{ '--width': '24rem', fontFamily: 'inherit' } as CSSProperties}
      icons={{
        success: <CircleCheck aria-hidden="true" />,
        error: <CircleAlert aria-hidden="true" />,
        info: <Info aria-hidden="true" />,
        close: <X aria-hidden="true" />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: 'Close message',
        classNames: {
          toast: 'ui-toast',
          icon: 'ui-toast-icon',
          title: 'ui-toast-title',
          closeButton: 'ui-toast-close',
          success: 'ui-toast-success',
          error: 'ui-toast-error',
          info: 'ui-toast-info',
        },
      }}
    />
  )
}
