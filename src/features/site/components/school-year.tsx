import { useEffect, useState } from 'react'
import { donateContent } from '../content/donate'
import { sessionsPaid } from '../lib/gift'
import { UnitChart } from './unit-chart'

const { mornings, columns, cost, label } = donateContent.schoolYear
const STEP_MS = 30

/**
 * The mornings of a school year; the ones that a gift pays for turn marigold one after the other.
 */
export function SchoolYear({ dollars }: { dollars: number }) {
  const paid = sessionsPaid(dollars, cost)
  const filled = useOneByOne(Math.min(paid, mornings))
  return (
    <UnitChart
      unit="morning"
      total={mornings}
      filled={filled}
      columns={columns}
      label={label(paid)}
    />
  )
}

/** Counts up to a number; a smaller one, or any with reduced motion, shows at once. */
function useOneByOne(to: number): number {
  const [count, setCount] = useState(to)
  const isCounting =
    count < to && window.matchMedia('(prefers-reduced-motion: no-preference)').matches

  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => setCount((before) => Math.min(before + 1, to)), STEP_MS)
    return () => clearInterval(timer)
  }, [isCounting, to])

  if (!isCounting && count !== to) setCount(to)
  return isCounting ? count : to
}
