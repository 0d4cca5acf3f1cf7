import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'

interface FrameProps {
  onStep: (by: 1 | -1) => void
  onClose: () => void
  /** Beside the buttons Next and Previous */
  help: ReactNode
  children: ReactNode
}

const iconButton =
  'grid size-8 place-items-center rounded-control text-ink-soft hover:bg-paper-sunken hover:text-ink svg:size-4.5 pointer-coarse:size-11'

export function DetailFrame({ onStep, onClose, help, children }: FrameProps) {
  return (
    <div className="grid grid-cols-1 gap-4 text-base">
      <div className="-mb-2 flex items-center gap-1">
        <button type="button" className={iconButton} onClick={() => onStep(1)}>
          <ArrowDown aria-hidden="true" />
          <span className="sr-only">Next submission</span>
        </button>
        <button type="button" className={iconButton} onClick={() => onStep(-1)}>
          <ArrowUp aria-hidden="true" />
          <span className="sr-only">Previous submission</span>
        </button>
        <span className="ms-auto max-lg:hidden">{help}</span>
        <button type="button" className={`${iconButton} max-lg:ms-auto`} onClick={onClose}>
          <X aria-hidden="true" />
          <span className="sr-only">Close</span>
        </button>
      </div>
      {children}
    </div>
  )
}
