import { useEffect, type CSSProperties } from 'react'
import { createRoot } from 'react-dom/client'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { Toaster as Sonner, toast } from 'sonner'
import { receiveNotices } from './notify'

const SHOWN_MS = 5_000
/** With something to click */
const ACTION_MS = 8_000

/** Screen readers announce only additions to a live region that they already know. */
const REGION_SETTLES_MS = 150

let isMounted = false

/** Mounts the page's one `Toaster`, in its own React root: messages outlive the component that sent them. */
export function mountToaster(): void {
  if (isMounted) return
  isMounted = true
  const container = document.body.appendChild(document.createElement('div'))
  // A modal dialog hides the page from screen readers, except elements with `aria-live`.
  container.setAttribute('aria-live', 'off')
  createRoot(container).render(<Toaster />)
}

/** Renders the toasts of `notify()`, in the half of the window away from the last click, where they cover no control. */
export function Toaster() {
  useEffect(() => {
    let stop: (() => void) | undefined
    const timer = setTimeout(() => {
      stop = receiveNotices(
        ({ id: given, tone = 'info', title, description, action }) => {
          // The same message given twice is shown once. A closed one takes its id with it: sonner
          // forgets an id a moment after the message has gone, and a new one with it.
          const message = given ?? [tone, title, description].join('\n')
          const id = shown.get(message) ?? `${message}\n${(count += 1)}`
          shown.set(message, id)
          const forget = () => {
            failures.delete(id)
            if (shown.get(message) === id) shown.delete(message)
          }
          if (tone === 'error') failures.add(id)
          // A success now was a retry. A failure since the last input was not retried: it stays.
          else for (const failure of earlierFailures) toast.dismiss(failure)
          toast[tone](title, {
            id,
            description,
            onDismiss: forget,
            onAutoClose: forget,
            position: freePlace(isInLowerHalf(touched) ? 'top' : 'bottom'),
            ...(action && { action, duration: tone === 'error' ? Infinity : ACTION_MS }),
          })
          leaveEdgesFree()
        },
        (given) => {
          const id = shown.get(given)
          if (id) toast.dismiss(id)
        },
      )
    }, REGION_SETTLES_MS)
    // A button that is disabled while it works loses the focus.
    let touched: Element | null = null
    /** The ids of the visible failures */
    const failures = new Set<string>()
    /** The visible ones at the last input */
    let earlierFailures: ReadonlySet<string> = new Set()
    let count = 0
    /** The ids of the visible messages */
    const shown = new Map<string, string>()
    const listening = new AbortController()
    const listen = (types: string[], listener: (event: Event) => void) => {
      const options = { capture: true, signal: listening.signal }
      for (const type of types) document.addEventListener(type, listener, options)
    }
    listen(['pointerdown', 'focusin'], ({ target }) => void (touched = target as Element))
    listen(['pointerdown', 'keydown'], () => void (earlierFailures = new Set(failures)))
    return () => {
      clearTimeout(timer)
      stop?.()
      listening.abort()
    }
  }, [])

  return (
    <Sonner
      theme="light"
      position="bottom-right"
      // Below the header of a page and the ✕ of a dialog
      offset={{ top: '5rem', right: '1.5rem', bottom: '1.5rem' }}
      mobileOffset={{
        top: 'calc(var(--upper-edge) + 0.75rem)',
        bottom: 'calc(var(--lower-edge) + 0.75rem)',
        left: '1rem',
        right: '1rem',
      }}
      visibleToasts={3}
      expand
      gap={14}
      duration={SHOWN_MS}
      closeButton
      className="print:hidden"
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
          // A modal dialog switches the pointer off for the page; messages stay reachable. sonner's
          // own rule removes the outline outside any layer: only an important one overrides it.
          toast:
            'pointer-events-auto flex w-(--width) gap-3 rounded-control border py-3.5 ps-4 pe-12 text-sm shadow-lift focus-visible:outline-2! focus-visible:outline-(--focus-outer)!',
          icon: 'grid h-6 w-5 flex-none place-items-center svg:size-5',
          title: 'font-semibold',
          closeButton:
            'absolute end-1.5 top-1.5 grid size-9 place-items-center rounded-lg hover:bg-current/12 focus-visible:-outline-offset-3 focus-visible:shadow-none svg:size-4.5',
          actionButton:
            'order-last -my-1 ms-auto h-9 flex-none self-center rounded-lg px-3 font-semibold underline underline-offset-4 hover:bg-current/12',
          success: 'border-success-line bg-paper-raised text-ink *:data-icon:text-success',
          error:
            'border-danger bg-danger text-on-danger *:data-close-button:[--focus-outer:currentColor]',
          info: 'border-line bg-paper-raised text-ink *:data-icon:text-info',
        },
      }}
    />
  )
}

/** On a phone a message covers neither of the bars that stay at the top and the bottom. */
function leaveEdgesFree(): void {
  const boxes = (edge: string) =>
    [...document.querySelectorAll(`[data-edge=${edge}]`)].map((part) =>
      part.getBoundingClientRect(),
    )
  const { innerHeight } = window
  const upper = boxes('top').map(({ bottom }) => bottom)
  const lower = boxes('bottom')
    .filter(({ top, bottom }) => bottom > innerHeight - 24 && top < innerHeight)
    .map(({ top }) => innerHeight - top)
  const { style } = document.documentElement
  style.setProperty('--upper-edge', `${Math.max(0, ...upper)}px`)
  style.setProperty('--lower-edge', `${Math.max(0, ...lower)}px`)
}

/** A message must not cover the control that the user is about to click again. */
function isInLowerHalf(element: Element | null): boolean {
  if (!element?.isConnected) return false
  const { top, bottom } = element.getBoundingClientRect()
  return (top + bottom) / 2 > window.innerHeight / 2
}

const places = ['right', 'center', 'left'] as const

/** The place in a half of the window, or else in the other, where a message covers the fewest controls. */
function freePlace(half: 'top' | 'bottom') {
  const other = half === 'top' ? 'bottom' : 'top'
  const { innerWidth, innerHeight } = window
  // On a phone a message is as wide as the screen.
  if (innerWidth < PHONE) return `${half}-right` as const
  const controls = [
    ...document.querySelectorAll('a[href], button, input, select, textarea, summary'),
  ]
    // What a modal dialog covers is no control now.
    .filter((control) => !control.closest('[data-sonner-toaster], [aria-hidden=true]'))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1)
  const covered = (vertical: typeof half, side: (typeof places)[number]) => {
    const top = vertical === 'top' ? 80 : innerHeight - 24 - HEIGHT
    const start = { left: 24, center: (innerWidth - WIDTH) / 2, right: innerWidth - 24 - WIDTH }[
      side
    ]
    return controls.filter(
      ({ left, right, top: upper, bottom }) =>
        left < start + WIDTH && right > start && upper < top + HEIGHT && bottom > top,
    ).length
  }
  const [best] = ([half, other] as const)
    .flatMap((vertical) =>
      places.map((side) => ({
        at: `${vertical}-${side}` as const,
        count: covered(vertical, side),
      })),
    )
    .sort((one, another) => one.count - another.count)
  return best!.at
}

/** Of a message, in pixels; it is higher with a long text. */
const WIDTH = 384
const HEIGHT = 88
const PHONE = 640
