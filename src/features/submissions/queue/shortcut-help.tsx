import { CheckboxField } from '@/shared/ui/field'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { shortcutHelp } from './shortcuts'

interface ShortcutHelpProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
  onClose: () => void
}

export function ShortcutHelp({ isOn, onChange, onClose }: ShortcutHelpProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="sm"
        title="Keyboard"
        description="Keys for working through submissions. They do nothing while you type."
      >
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2 text-sm">
          {shortcutHelp.map(({ keys, does }) => (
            <div key={does} className="contents">
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="min-w-6 rounded border border-line-strong bg-paper-raised px-1.5 text-center font-mono text-xs"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <CheckboxField
          className="mt-4"
          label="Use single keys"
          description="Turn them off if speech input or another tool presses them for you."
          checked={isOn}
          onChange={({ target }) => onChange(target.checked)}
        />
        <DialogFooter>
          <DialogClose>Done</DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
