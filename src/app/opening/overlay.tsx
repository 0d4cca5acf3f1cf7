import { useEffect, type ReactNode, type TransitionEventHandler } from 'react'
import { cn } from '@/shared/lib/cn'
import { Button } from '@/shared/ui/button'

interface OverlayProps {
  /** Fades it out. */
  leaving: boolean
  /** How long the fading takes. */
  fadeMs: number
  /** Asked for with the button, Escape or a press anywhere. */
  onSkip: () => void
  onGone: () => void
  children: ReactNode
}

/** Covers the page, which lies finished beneath it, and can always be skipped. */
export function Overlay({ leaving, fadeMs, onSkip, onGone, children }: OverlayProps) {
  useEffect(() => {
    function skipOnEscape(event: KeyboardEvent) {
      if (event.key === 'Escape') onSkip()
    }
    window.addEventListener('keydown', skipOnEscape)
    return () => window.removeEventListener('keydown', skipOnEscape)
  }, [onSkip])

  const finish: TransitionEventHandler = (event) => {
    if (leaving && event.target === event.currentTarget) onGone()
  }

  return (
    <div
      role="region"
      aria-label="Opening"
      className={cn(
        'on-forest fixed inset-0 z-50 grid place-content-center justify-items-center transition-opacity ease-out',
        leaving && 'pointer-events-none opacity-0',
      )}
      style={{ transitionDuration: `${fadeMs}ms` }}
      onClick={onSkip}
      onTransitionEnd={finish}
    >
      {children}
      <Button variant="ghost" size="sm" className="fixed end-4 bottom-4">
        Skip
      </Button>
    </div>
  )
}
