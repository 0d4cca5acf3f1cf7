import type * as RadixMenu from '@radix-ui/react-menu'
import {
  cloneElement,
  use,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react'
import Check from 'lucide-react/icons/check'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { Button, type ButtonProps } from '@/shared/ui/button'
import { lazyPart } from './lazy-part'
import { MenuParts } from './menu-parts'

const MenuPopup = lazyPart(() => import('./menu-popup'))

interface MenuProps {
  /** A `Button` */
  trigger: ReactElement<ComponentProps<'button'>>
  children: ReactNode
}

/** A button that opens a menu, as soon as the code for menus has loaded. */
export function Menu({ trigger, children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState<false | 'by key' | 'by pointer'>(false)
  const [isShown, setShown] = useState(false)
  const isAwaited = isOpen !== false && !isShown

  // A press or focus elsewhere cancels it.
  useEffect(() => {
    if (!isAwaited) return
    function cancel({ target }: Event) {
      if (!(target instanceof Node && button.current?.contains(target))) setOpen(false)
    }
    const events = ['pointerdown', 'focusin'] as const
    for (const event of events) document.addEventListener(event, cancel)
    return () => {
      for (const event of events) document.removeEventListener(event, cancel)
    }
  }, [isAwaited])

  return (
    <>
      {cloneElement(trigger, {
        id: `${id}-button`,
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': isShown,
        'aria-controls': isShown ? id : undefined,
        onPointerDown(event) {
          if (event.button !== 0 || event.ctrlKey) return
          // The button would take the focus from the menu.
          if (!isOpen) event.preventDefault()
          setOpen(isOpen ? false : 'by pointer')
        },
        onKeyDown(event) {
          if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
          event.preventDefault()
          setOpen(isOpen && event.key !== 'ArrowDown' ? false : 'by key')
        },
      })}
      {isOpen && (
        <MenuPopup
          id={id}
          trigger={button}
          isByKey={isOpen === 'by key'}
          onShow={setShown}
          onClose={() => setOpen(false)}
        >
          {children}
        </MenuPopup>
      )}
    </>
  )
}

/** Inside a menu, whose elements have loaded. */
const useParts = () => use(MenuParts)!

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
  const { Item } = useParts()
  return <Item {...props} className={item} />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useParts()
  return <Label className="px-2.5 pt-2 pb-1 text-xs font-semibold text-ink-soft">{children}</Label>
}

export function MenuSeparator() {
  const { Separator } = useParts()
  return <Separator className="my-1 border-t border-line" />
}

interface CheckItemProps {
  label: string
  checked: boolean
  onToggle: () => void
}

/** Switches something on and off; the menu stays open until it is left. */
export function MenuCheckItem({ label, checked, onToggle }: CheckItemProps) {
  const { CheckboxItem, ItemIndicator } = useParts()
  return (
    <CheckboxItem
      className={item}
      checked={checked}
      onCheckedChange={onToggle}
      onSelect={(event) => event.preventDefault()}
    >
      <span className="grid size-5 flex-none place-items-center rounded border border-line-strong text-forest-700">
        <ItemIndicator>
          <Check aria-hidden="true" className="size-4" />
        </ItemIndicator>
      </span>
      {label}
    </CheckboxItem>
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
  const { RadioGroup, RadioItem, ItemIndicator } = useParts()
  return (
    <RadioGroup aria-label={label} value={value} onValueChange={(next) => onChoose(next as Value)}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <RadioItem
          key={option.value}
          value={option.value}
          className={item}
          onSelect={(event) => event.preventDefault()}
        >
          <span className="size-4 flex-none">
            <ItemIndicator>
              <Check aria-hidden="true" className="size-4" />
            </ItemIndicator>
          </span>
          {option.label}
        </RadioItem>
      ))}
    </RadioGroup>
  )
}
