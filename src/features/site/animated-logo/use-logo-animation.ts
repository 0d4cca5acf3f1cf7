import { useEffect, useEffectEvent, useState } from 'react'
import { COMPLETED_AT, storyboard, type LogoPhase } from './storyboard'

interface Playback {
  /** Counts the starts. */
  run: number
  phase: LogoPhase
  running: boolean
}

/** The clock of the storyboard. `play` starts or restarts it. */
export function useLogoAnimation(onComplete: () => void): Playback & { play: () => void } {
  const [playback, setPlayback] = useState<Playback>({ run: 0, phase: 'waiting', running: false })
  const { run } = playback

  const complete = useEffectEvent(() => {
    setPlayback((current) => ({ ...current, running: false }))
    onComplete()
  })

  useEffect(() => {
    if (run === 0) return
    const timers = storyboard
      .filter(({ at }) => at > 0)
      .map(({ phase, at }) =>
        setTimeout(() => setPlayback((current) => ({ ...current, phase })), at),
      )
    timers.push(setTimeout(() => complete(), COMPLETED_AT))
    return () => timers.forEach((timer) => clearTimeout(timer))
  }, [run])

  function play() {
    setPlayback((current) => ({
      run: current.run + 1,
      phase: storyboard[0].phase,
      running: true,
    }))
  }

  return { ...playback, play }
}
