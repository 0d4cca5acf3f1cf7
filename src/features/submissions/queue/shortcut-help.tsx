import { KeyHelp } from '@/shared/account-ui/key-help'
import { CheckboxField } from '@/shared/ui/field'
import { shortcutHelp } from './shortcuts'

interface ShortcutHelpProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
  onClose: () => void
}

export function ShortcutHelp({ isOn, onChange, onClose }: ShortcutHelpProps) {
  return (
    <KeyHelp
      description="Keys for working through submissions. They do nothing while you type."
      keys={shortcutHelp}
      onClose={onClose}
    >
      <CheckboxField
        className="mt-4"
        label="Use single keys"
        description="Turn them off if speech input or another tool presses them for you."
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
    </KeyHelp>
  )
}
