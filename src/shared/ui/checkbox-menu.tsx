import type { ReactNode } from 'react'
import * as RadixMenu from '@radix-ui/react-dropdown-menu'
import Check from 'lucide-react/icons/check'

export interface CheckboxMenuProps {
  /** A `Button` */
  trigger: ReactNode
  items: readonly { key: string; label: string; checked: boolean }[]
  onToggle: (key: string) => void
}

/** A menu of things to switch on and off; it stays open until it is left. */
export function CheckboxMenu({ trigger, items, onToggle }: CheckboxMenuProps) {
  return (
    // Not modal: a page that loses its scroll bar for a menu jumps.
    <RadixMenu.Root modal={false}>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      {/* No portal: what lies outside of the page's landmarks is not found by them. */}
      <RadixMenu.Content
        className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-control border border-line bg-paper-raised p-1.5 text-ink shadow-lift"
        align="end"
        sideOffset={6}
        collisionPadding={12}
      >
        {items.map(({ key, label, checked }) => (
          <RadixMenu.CheckboxItem
            key={key}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md ps-2 pe-3.5 select-none data-highlighted:bg-forest-100"
            checked={checked}
            onCheckedChange={() => onToggle(key)}
            onSelect={(event) => event.preventDefault()}
          >
            <span className="grid size-5 flex-none place-items-center rounded border border-line-strong text-forest-700">
              <RadixMenu.ItemIndicator>
                <Check aria-hidden="true" className="size-4" />
              </RadixMenu.ItemIndicator>
            </span>
            {label}
          </RadixMenu.CheckboxItem>
        ))}
      </RadixMenu.Content>
    </RadixMenu.Root>
  )
}
