import { useRef, type ComponentProps, type ReactNode } from 'react'
import * as RadixDialog from '@radix-ui/react-dialog'
import X from 'lucide-react/icons/x'
import { cn } from '@/shared/lib/cn'
import { Button, buttonClass, type ButtonProps } from './button'

/** Controlled with `open` and `onOpenChange`. */
export const Dialog = RadixDialog.Root

/** A button that closes the dialog. */
export function DialogClose(props: ButtonProps) {
  return (
    <RadixDialog.Close asChild>
      <Button {...props} />
    </RadixDialog.Close>
  )
}

const frame =
  'relative flex w-full flex-col overflow-hidden border border-transparent bg-paper text-ink shadow-overlay'

const sides = {
  center: {
    overlay: 'place-items-center p-3',
    frame: 'max-h-[calc(100dvh-1.5rem)] rounded-card data-[state=open]:animate-rise',
  },
  start: { overlay: 'justify-items-start', frame: 'h-dvh data-[state=open]:animate-appear' },
  end: { overlay: 'justify-items-end', frame: 'h-dvh data-[state=open]:animate-appear' },
  bottom: {
    overlay: 'items-end',
    frame: 'max-h-[calc(100dvh-3rem)] rounded-t-card data-[state=open]:animate-rise',
  },
} as const

const widths = {
  xs: 'max-w-72',
  sm: 'max-w-md',
  md: 'max-w-xl',
  lg: 'max-w-3xl',
} as const

export interface DialogContentProps extends Omit<
  ComponentProps<typeof RadixDialog.Content>,
  'title'
> {
  title: ReactNode
  /** The purpose of the dialog in a sentence; read out with the title when it opens. */
  description: ReactNode
  /** For a description that would only repeat the screen to the eye. */
  descriptionHidden?: boolean | undefined
  /** Stays with the title while the body scrolls. */
  facts?: string | undefined
  size?: keyof typeof widths | undefined
  /** `start`, `end` and `bottom` make it a sheet at that edge of the screen. */
  side?: keyof typeof sides | undefined
}

/** As browsers and systems count a double press by default */
const DOUBLE_PRESS_MS = 500

/**
 * The dialog itself. The title stays; the description and the body scroll, and a `DialogFooter` at its
 * end (it may be inside a form) keeps to the lower edge.
 */
export function DialogContent({
  title,
  description,
  descriptionHidden = false,
  facts,
  size = 'md',
  side = 'center',
  className,
  children,
  onOpenAutoFocus,
  onCloseAutoFocus,
  ...props
}: DialogContentProps) {
  const opener = useRef<Element>(null)
  const openedAt = useRef(-Infinity)

  return (
    <RadixDialog.Portal>
      <RadixDialog.Overlay
        className={cn(
          'fixed inset-0 z-50 grid bg-scrim data-[state=open]:animate-appear print:hidden',
          sides[side].overlay,
        )}
      >
        <RadixDialog.Content
          {...props}
          className={cn(frame, sides[side].frame, widths[size], className)}
          // Radix returns the focus only to a trigger, and there is none.
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            openedAt.current = performance.now()
            onOpenAutoFocus?.(event)
          }}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus?.(event)
            const { current } = opener
            if (event.defaultPrevented || !(current instanceof HTMLElement)) return
            if (current === document.body || !current.isConnected) return
            event.preventDefault()
            current.focus()
          }}
          onPointerDownOutside={(event) => {
            // Closing a message above an open dialog must not close the dialog, nor may the second half
            // of the double press that opened it.
            const target = event.target
            const isMessage = target instanceof Element && target.closest('[data-sonner-toaster]')
            if (isMessage || performance.now() - openedAt.current < DOUBLE_PRESS_MS) {
              event.preventDefault()
            }
          }}
        >
          <div data-edge="top" className="px-5 pt-4 pb-3 sm:px-8 sm:pt-7">
            <RadixDialog.Title className="pe-11 text-subheading">{title}</RadixDialog.Title>
            {facts && (
              <p aria-hidden="true" className="text-sm font-semibold text-balance">
                {facts}
              </p>
            )}
          </div>
          <div className="relative min-h-0 scroll-pt-4 scroll-pb-24 overflow-y-auto overscroll-contain px-5 pb-5 sm:px-8 sm:pb-7">
            <RadixDialog.Description
              className={descriptionHidden ? 'sr-only' : 'mb-4 text-sm text-ink-soft'}
            >
              {facts && <span className="sr-only">{facts}.</span>} {description}
            </RadixDialog.Description>
            {/* Room for the focus rings of controls */}
            <div className="pt-1">{children}</div>
          </div>
          {/* Last in the document, so that the first field receives the focus. */}
          <RadixDialog.Close
            aria-label="Close"
            title="Close"
            className={buttonClass({
              variant: 'ghost',
              size: 'icon',
              className: 'absolute end-3 top-3',
            })}
          >
            <X aria-hidden="true" />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Overlay>
    </RadixDialog.Portal>
  )
}

// It does not stick on a low screen (a small phone, one on its side, or with its keyboard open), where it
// would cover the form.
const footer =
  '-mx-5 mt-6 -mb-5 flex flex-col-reverse gap-3 border-t border-line bg-paper px-5 py-4 first:mt-2 sm:-mx-8 sm:mt-7 sm:-mb-7 sm:flex-row sm:justify-end sm:px-8 sm:py-5 -bottom-5 sm:-bottom-7 max-sm:[@media(height>=48rem)]:sticky sm:[@media(height>=30rem)]:sticky'

/** Actions: the dismissing one first, the deciding one last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div data-edge="bottom" className={footer}>
      {children}
    </div>
  )
}
