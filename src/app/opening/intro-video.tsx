import { useCallback, useEffect, useRef, useState } from 'react'
import { Overlay } from './overlay'

const FADE_MS = 800
/** A video that has not begun, or hangs, for so long gives way to the page. */
const PATIENCE_MS = 2_500

/** The logo's opening. Fades out after its end, or at once when it cannot play. */
export function IntroVideo({ onGone }: { onGone: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [leaving, setLeaving] = useState(false)
  const leave = useCallback(() => setLeaving(true), [])

  useEffect(() => {
    const element = video.current
    if (!element) return
    let timer = setTimeout(onGone, PATIENCE_MS)
    const isAlive = () => {
      clearTimeout(timer)
      timer = setTimeout(onGone, PATIENCE_MS)
    }
    element.addEventListener('timeupdate', isAlive)
    element.addEventListener('ended', isAlive)
    element.play().catch(onGone)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('timeupdate', isAlive)
      element.removeEventListener('ended', isAlive)
    }
  }, [onGone])

  return (
    <Overlay leaving={leaving} fadeMs={FADE_MS} onSkip={leave} onGone={onGone}>
      <video
        ref={video}
        muted
        playsInline
        preload="auto"
        width={960}
        height={540}
        aria-hidden="true"
        tabIndex={-1}
        className="h-auto w-full max-w-3xl"
        onEnded={leave}
        onError={onGone}
      >
        <source src="/intro.webm" type="video/webm" />
        <source src="/intro.mp4" type="video/mp4" onError={onGone} />
      </video>
    </Overlay>
  )
}
