import * as RadixMenu from '@radix-ui/react-menu'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react'
import { MenuParts } from './menu-parts'

export interface MenuPopupProps {
  id: string
  trigger: RefObject<HTMLButtonElement | null>
  /** Opened by keyboard: the focus goes to the first item. */
  isByKey: boolean
  /** Called when it appears and when it is gone. */
  onShow: (isShown: boolean) => void
  onClose: () => void
  children: ReactNode
}

/** An open menu, which takes the focus and gives it back to its trigger. */
export function MenuPopup({ id, trigger, isByKey, onShow, onClose, children }: MenuPopupProps) {
  // Looked up when the menu opens: the page may be drawn at the same time as its landmark.
  const [main] = useState(() => document.getElementById('main'))
  const isLeft = useRef(false)
  const hasEntered = useRef(false)
  const content = useRef<HTMLDivElement>(null)

  const show = useEffectEvent(onShow)
  useEffect(() => {
    show(true)
    return () => show(false)
  }, [])

  return (
    // Not modal: a page that loses its scroll bar for a menu jumps.
    <RadixMenu.Root open modal={false} onOpenChange={onClose}>
      <RadixMenu.Anchor virtualRef={trigger} />
      {/* In the page's landmark: readers who move by landmarks miss anything outside. */}
      <RadixMenu.Portal container={main}>
        <RadixMenu.Content
          ref={content}
          id={id}
          aria-labelledby={trigger.current?.id}
          className="z-40 max-h-(--radix-popper-available-height) min-w-48 overflow-y-auto rounded-control border border-line bg-paper-raised p-1 text-ink shadow-lift data-[state=open]:animate-appear"
          align="end"
          sideOffset={6}
          collisionPadding={12}
          onFocus={({ target }) => {
            if (!isByKey || hasEntered.current || target !== content.current) return
            hasEntered.current = true
            firstItem(content.current)?.focus({ preventScroll: true })
          }}
          onInteractOutside={() => {
            isLeft.current = true
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!isLeft.current) trigger.current?.focus()
          }}
        >
          <MenuParts value={RadixMenu}>{children}</MenuParts>
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  )
}

const firstItem = (menu: HTMLElement) =>
  menu.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')
