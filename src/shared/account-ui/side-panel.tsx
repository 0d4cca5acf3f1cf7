import { use, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import X from 'lucide-react/icons/x'
import { narrow, useMedia } from '@/shared/lib/use-media'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { PanelSlot } from './panel-slot'

interface SidePanelProps {
  /** The panel’s subject; when it changes, the focus moves. */
  title: string
  /** A line beneath the title */
  subtitle?: ReactNode
  /** Above the details */
  actions?: ReactNode
  /** Whether the focus goes to its title when it opens. */
  takesFocus?: boolean
  /** Shown instead of the other open panels. */
  isFront?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * Details of a list item: beside the list where there is room, so that the list stays usable,
 * otherwise over it. Escape closes it; its caller returns the focus.
 */
export function SidePanel(props: SidePanelProps) {
  return useIsSheet() ? <Sheet {...props} /> : <Beside {...props} />
}

/**
 * Follows the width of the screen, but not while a dialog is open: a sheet and a panel each mount
 * the content again, and a dialog opened from it would lose its input.
 */
function useIsSheet(): boolean {
  const isNarrow = useMedia(narrow)
  const [isSheet, setIsSheet] = useState(isNarrow)
  useEffect(() => {
    const follow = () => {
      if (!document.querySelector('[role=dialog]:not([data-sheet])')) setIsSheet(isNarrow)
    }
    follow()
    const observer = new MutationObserver(follow)
    // Dialogs are children of the body.
    observer.observe(document.body, { childList: true })
    return () => observer.disconnect()
  }, [isNarrow])
  return isSheet
}

function Sheet({ title, subtitle, actions, onClose, children }: SidePanelProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        data-sheet
        side="end"
        size="sm"
        title={title}
        description={subtitle ?? `About ${title}`}
        descriptionHidden={subtitle === undefined}
        className="outline-none"
        // The first button might be a bad one to click by accident.
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
        }}
      >
        {actions && <div className="mb-4 flex flex-wrap gap-2">{actions}</div>}
        {children}
      </DialogContent>
    </Dialog>
  )
}

function Beside(props: SidePanelProps) {
  const { title, subtitle, actions, takesFocus, isFront = false, onClose, children } = props
  const slot = use(PanelSlot)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus, title])

  const close = useEffectEvent(onClose)
  useEffect(() => {
    function closeOnEscape(event: KeyboardEvent) {
      // A dialog or a menu above it closes first, and a search box empties.
      const isTaken =
        event.defaultPrevented ||
        document.querySelector(
          isFront ? '[role=dialog],[role=menu]' : '[role=dialog],[role=menu],[data-front]',
        )
      const isTyping = event.target instanceof HTMLElement && event.target.matches(textControls)
      if (event.key === 'Escape' && !isTaken && !isTyping) close()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [isFront])

  if (slot === null) return null
  return createPortal(
    <aside
      aria-label={title}
      data-front={isFront || undefined}
      className="sticky top-0 flex h-dvh w-104 max-w-screen flex-none flex-col border-s border-line bg-paper-raised print:hidden"
    >
      <div className="flex items-start gap-2 border-b border-line py-2 ps-5 pe-3">
        <div className="min-w-0 flex-1 py-1">
          <h2 ref={heading} tabIndex={-1} dir="auto" className="break-words">
            {title}
          </h2>
          {subtitle && <div className="text-sm text-ink-soft">{subtitle}</div>}
        </div>
        <Button variant="ghost" size="icon" aria-label="Close" onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </div>
      <div className="relative min-h-0 flex-1 overflow-y-auto px-5 py-4">
        {actions && <div className="mb-4 flex flex-wrap gap-2">{actions}</div>}
        {children}
      </div>
    </aside>,
    slot ?? document.body,
  )
}

const textControls = 'input:not([type=checkbox], [type=radio]), textarea, select'
