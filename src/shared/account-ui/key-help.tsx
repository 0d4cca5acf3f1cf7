import type { ReactNode } from 'react'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'

interface KeyHelpProps {
  description: string
  keys: readonly { keys: readonly string[]; does: string }[]
  onClose: () => void
  children?: ReactNode
}

/** The keys of a page. */
export function KeyHelp({ description, keys: listed, onClose, children }: KeyHelpProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent size="sm" title="Keyboard" description={description}>
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2 text-sm">
          {listed.map(({ keys, does }) => (
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
        {children}
        <DialogFooter>
          <DialogClose>Done</DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
