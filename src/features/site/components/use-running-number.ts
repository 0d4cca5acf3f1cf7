import { useEffect, useState, type RefObject } from 'react'

const DURATION = 1200

/**
 * Runs from 0 to a value, once, when the element is first seen. It is null before and after, and
 * always with reduced motion: then the value shows.
 */
export function useRunningNumber(element: RefObject<Element | null>, value: number): number | null {
  const [running, setRunning] = useState<number | null>(null)

  useEffect(() => {
    const target = element.current
    if (!target || !window.matchMedia('(prefers-reduced-motion: no-preference)').matches) return

    let frame = 0
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      const start = performance.now()
      function step(now: number) {
        const progress = Math.min(Math.max(now - start, 0) / DURATION, 1)
        setRunning(progress === 1 ? null : value * (1 - (1 - progress) ** 3))
        if (progress < 1) frame = requestAnimationFrame(step)
      }
      step(start)
    })
    observer.observe(target)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [element, value])

  return running
}
