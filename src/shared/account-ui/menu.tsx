import { useState, type ComponentProps, type ReactNode } from 'react'
import * as RadixMenu from '@radix-ui/react-dropdown-menu'
import Check from 'lucide-react/icons/check'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { Button, type ButtonProps } from '@/shared/ui/button'

interface MenuProps {
  /** A `Button` */
  trigger: ReactNode
  children: ReactNode
}

export function Menu({ trigger, children }: MenuProps) {
  // Looked up when the menu opens: a page may be drawn in one go with its landmark.
  const [main, setMain] = useState<HTMLElement | null>(null)
  return (
    // Not modal: a page that loses its scroll bar for a menu jumps.
    <RadixMenu.Root
      modal={false}
      onOpenChange={(isOpen) => isOpen && setMain(document.getElementById('main'))}
    >
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      {/* In the page's landmark: readers who move by landmarks miss anything outside. */}
      <RadixMenu.Portal container={main}>
        <RadixMenu.Content
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-control border border-line bg-paper-raised p-1 text-ink shadow-lift data-[state=open]:animate-appear"
          align="end"
          sideOffset={6}
          collisionPadding={12}
        >
          {children}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  )
}

interface MoreMenuProps {
  /** The name of its button */
  label: string
  size?: ButtonProps['size']
  children: ReactNode
}

/** A menu behind three dots. */
export function MoreMenu({ label, size = 'icon', children }: MoreMenuProps) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size={size} aria-label={label} className="text-ink-soft">
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      {children}
    </Menu>
  )
}

const item =
  'flex min-h-control cursor-pointer items-center gap-2.5 rounded-[calc(var(--round-control)-2px)] px-2.5 select-none data-disabled:cursor-not-allowed data-disabled:text-ink-soft data-highlighted:bg-forest-100 svg:size-4 svg:flex-none svg:text-ink-soft'

export function MenuItem(props: ComponentProps<typeof RadixMenu.Item>) {
  return <RadixMenu.Item {...props} className={item} />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <RadixMenu.Label className="px-2.5 pt-2 pb-1 text-xs font-semibold text-ink-soft">
      {children}
    </RadixMenu.Label>
  )
}

export function MenuSeparator() {
  return <RadixMenu.Separator className="my-1 border-t border-line" />
}

interface CheckItemProps {
  label: string
  checked: boolean
  onToggle: () => void
}

/** Switches something on and off; the menu stays open until it is left. */
export function MenuCheckItem({ label, checked, onToggle }: CheckItemProps) {
  return (
    <RadixMenu.CheckboxItem
      className={item}
      checked={checked}
      onCheckedChange={onToggle}
      onSelect={(event) => event.preventDefault()}
    >
      <span className="grid size-5 flex-none place-items-center rounded border border-line-strong text-forest-700">
        <RadixMenu.ItemIndicator>
          <Check aria-hidden="true" className="size-4" />
        </RadixMenu.ItemIndicator>
      </span>
      {label}
    </RadixMenu.CheckboxItem>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}

export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: ChoiceProps<Value>) {
  return (
    <RadixMenu.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onChoose(next as Value)}
    >
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <RadixMenu.RadioItem
          key={option.value}
          value={option.value}
          className={item}
          onSelect={(event) => event.preventDefault()}
        >
          <span className="size-4 flex-none">
            <RadixMenu.ItemIndicator>
              <Check aria-hidden="true" className="size-4" />
            </RadixMenu.ItemIndicator>
          </span>
          {option.label}
        </RadixMenu.RadioItem>
      ))}
    </RadixMenu.RadioGroup>
  )
}
