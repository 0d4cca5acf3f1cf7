import { useRef, type ComponentProps, type ReactNode } from 'react'
import * as RadixDialog from '@radix-ui/react-dialog'
import X from 'lucide-react/icons/x'
import { cn } from '@/shared/lib/cn'
import { buttonClass } from './button'

/** Controlled with `open` and `onOpenChange`, or left to itself with a `DialogTrigger`. */
export function Dialog(props: ComponentProps<typeof RadixDialog.Root>) {
  return <RadixDialog.Root {...props} />
}

/** Use with `asChild` around a `Button`; focus returns to it when the dialog closes. */
export function DialogTrigger(props: ComponentProps<typeof RadixDialog.Trigger>) {
  return <RadixDialog.Trigger {...props} />
}

/** Use with `asChild` around a `Button`. */
export function DialogClose(props: ComponentProps<typeof RadixDialog.Close>) {
  return <RadixDialog.Close {...props} />
}

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl', xl: 'max-w-5xl' } as const

export interface DialogContentProps extends Omit<
  ComponentProps<typeof RadixDialog.Content>,
  'title'
> {
  title: ReactNode
  /** What the dialog is for, in a sentence; read out with the title when it opens. */
  description: ReactNode
  /** For a description that would only repeat to the eye what is on the screen. */
  descriptionHidden?: boolean | undefined
  size?: keyof typeof widths | undefined
}

/**
 * The dialog itself. The title stays; the body scrolls, and a `DialogFooter` at its end (it may
 * be inside a form) keeps to the lower edge.
 */
export function DialogContent({
  title,
  description,
  descriptionHidden = false,
  size = 'md',
  className,
  children,
  onPointerDownOutside,
  onOpenAutoFocus,
  onCloseAutoFocus,
  ...props
}: DialogContentProps) {
  const opener = useRef<Element>(null)

  return (
    <RadixDialog.Portal>
      <RadixDialog.Overlay className="ui-dialog-overlay">
        <RadixDialog.Content
          {...props}
          className={cn('ui-dialog', widths[size], className)}
          // Without a `DialogTrigger` the focus would be lost when the dialog closes.
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
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
            onPointerDownOutside?.(event)
            // A message that is closed above an open dialog must not take the dialog with it.
            const target = event.target
            if (target instanceof Element && target.closest('[data-sonner-toaster]')) {
              event.preventDefault()
            }
          }}
        >
          <div className="ui-dialog-header">
            <RadixDialog.Title className="text-subheading">{title}</RadixDialog.Title>
            <RadixDialog.Description className={descriptionHidden ? 'sr-only' : 'ui-hint'}>
              {description}
            </RadixDialog.Description>
          </div>
          <div className="ui-dialog-body">{children}</div>
          {/* Last in the document, so that the first field is what receives the focus. */}
          <RadixDialog.Close
            aria-label="Close"
            className={buttonClass({
              variant: 'ghost',
              size: 'icon',
              className: 'ui-dialog-close',
            })}
          >
            <X aria-hidden="true" />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Overlay>
    </RadixDialog.Portal>
  )
}

/** Actions: the dismissing one first, the deciding one last. */
export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cn('ui-dialog-footer', className)} />
}
