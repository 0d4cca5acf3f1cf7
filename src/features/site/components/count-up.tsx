import { useRef } from 'react'
import { useRunningNumber } from './use-running-number'

interface CountUpProps {
  value: number
  prefix?: string | undefined
  suffix?: string | undefined
  /** Digits after the point */
  decimals?: number | undefined
}

/**
 * A number that counts up when it first comes into view. The final value is always in the document
 * and takes its space; the running one lies over it, hidden from screen readers.
 */
export function CountUp({ value, prefix = '', suffix = '', decimals = 0 }: CountUpProps) {
  const element = useRef<HTMLSpanElement>(null)
  const running = useRunningNumber(element, value)

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
