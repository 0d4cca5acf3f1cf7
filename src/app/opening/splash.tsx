import { useEffect, useState } from 'react'
import { Logo } from '@/shared/ui/logo'
import { Overlay } from './overlay'

const SHOWN_MS = 1_400
const FADE_MS = 400

export function Splash({ onGone }: { onGone: () => void }) {
  const [leaving, setLeaving] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLeaving(true), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Overlay leaving={leaving} fadeMs={FADE_MS} onSkip={() => setLeaving(true)} onGone={onGone}>
      <div aria-hidden="true">
        <Logo size="lg" className="text-paper-raised" />
      </div>
    </Overlay>
  )
}
