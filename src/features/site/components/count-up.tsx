import { useEffect, useRef, useState } from 'react'

const DURATION = 1200

interface CountUpProps {
  value: number
  prefix?: string | undefined
  suffix?: string | undefined
  /** Digits after the point */
  decimals?: number | undefined
}

/**
 * A number that counts up when it is first seen. The final value is always in the document and takes
 * its space; the running one lies over it, hidden from screen readers.
 */
export function CountUp({ value, prefix = '', suffix = '', decimals = 0 }: CountUpProps) {
  const element = useRef<HTMLSpanElement>(null)
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
  }, [value])

  function format(number: number) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    return prefix + number.toLocaleString('en-US', digits) + suffix
  }

  return (
    <span ref={element} className="relative inline-block tabular-nums">
      <span className={running === null ? undefined : 'opacity-0'}>{format(value)}</span>
      {running !== null && (
        <span aria-hidden="true" className="absolute inset-y-0 start-0 whitespace-nowrap">
          {format(running)}
        </span>
      )}
    </span>
  )
}
