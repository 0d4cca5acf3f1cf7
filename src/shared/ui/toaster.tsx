import { useEffect, type CSSProperties } from 'react'
import { createRoot } from 'react-dom/client'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { Toaster as Sonner, toast } from 'sonner'
import { receiveNotices } from './notify'

/** Screen readers announce only what is added to a live region that they already know. */
const REGION_SETTLES_MS = 150

let isMounted = false

/** Mounts the page's one `Toaster`, in a React root of its own: messages outlive what gave them. */
export function mountToaster(): void {
  if (isMounted) return
  isMounted = true
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Toaster />)
}

/** For whatever gives messages and is loaded late itself. */
export function useToaster(): void {
  useEffect(mountToaster, [])
}

/** Draws what `notify()` is given. */
export function Toaster() {
  useEffect(() => {
    let stop: (() => void) | undefined
    const timer = setTimeout(() => {
      stop = receiveNotices(({ tone = 'info', title, description }) => {
        // The same message given twice is shown once.
        toast[tone](title, { id: [tone, title, description].join('\n'), description })
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
