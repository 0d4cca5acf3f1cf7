import { createContext, use, useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import X from 'lucide-react/icons/x'
import { narrow, useMedia } from '@/shared/lib/use-media'
import { Button } from './button'
import { Dialog, DialogContent } from './dialog'

/** Where in the frame of the page panels are drawn; null until that is there. */
export const PanelSlot = createContext<HTMLElement | null | undefined>(undefined)

interface SidePanelProps {
  /** The subject of the panel; a change of it moves the focus. */
  title: string
  /** A line beneath the title */
  subtitle?: ReactNode
  /** Above the details */
  actions?: ReactNode
  /** Whether the focus goes to its title when it opens. */
  takesFocus?: boolean
  /** Over the page also where there is room beside it. */
  isOver?: boolean
  onClose: () => void
  children: ReactNode
}

type PanelProps = Omit<SidePanelProps, 'isOver'>

/**
 * Details of something in a list: beside it where there is room, which leaves the list in use, and over
 * it elsewhere. Escape closes it; its caller gives the focus back.
 */
export function SidePanel({ isOver = false, ...props }: SidePanelProps) {
  const isNarrow = useMedia(narrow)
  return isOver || isNarrow ? <Sheet {...props} /> : <Beside {...props} />
}

function Sheet({ title, subtitle, actions, onClose, children }: PanelProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        place="end"
        size="sm"
        title={title}
        description={subtitle ?? `About ${title}`}
        descriptionHidden={subtitle === undefined}
      >
        {actions && <div className="mb-4 flex flex-wrap gap-2">{actions}</div>}
        {children}
      </DialogContent>
    </Dialog>
  )
}

function Beside({ title, subtitle, actions, takesFocus, onClose, children }: PanelProps) {
  const slot = use(PanelSlot)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus, title])

  const close = useEffectEvent(onClose)
  useEffect(() => {
    function closeOnEscape(event: KeyboardEvent) {
      // A dialog or a menu above it closes first, and a search box empties.
      const isTaken = event.defaultPrevented || document.querySelector('[role=dialog],[role=menu]')
      const isTyping = event.target instanceof HTMLElement && event.target.matches(textControls)
      if (event.key === 'Escape' && !isTaken && !isTyping) close()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [])

  if (slot === null) return null
  return createPortal(
    <aside
      aria-label={title}
      className="sticky top-0 flex h-dvh w-104 flex-none flex-col border-s border-line bg-paper-raised print:hidden"
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
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        {actions && <div className="mb-4 flex flex-wrap gap-2">{actions}</div>}
        {children}
      </div>
    </aside>,
    slot ?? document.body,
  )
}

const textControls = 'input:not([type=checkbox], [type=radio]), textarea, select'
