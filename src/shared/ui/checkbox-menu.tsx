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
      <RadixMenu.Content className="ui-menu" align="end" sideOffset={6} collisionPadding={12}>
        {items.map(({ key, label, checked }) => (
          <RadixMenu.CheckboxItem
            key={key}
            className="ui-menu-item"
            checked={checked}
            onCheckedChange={() => onToggle(key)}
            onSelect={(event) => event.preventDefault()}
          >
            <span className="ui-menu-check">
              <RadixMenu.ItemIndicator>
                <Check aria-hidden="true" />
              </RadixMenu.ItemIndicator>
            </span>
            {label}
          </RadixMenu.CheckboxItem>
        ))}
      </RadixMenu.Content>
    </RadixMenu.Root>
  )
}
