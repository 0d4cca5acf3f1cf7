import { useEffect, useState, type RefObject } from 'react'
import type { Column, Row } from '../core/define-resource'

/**
 * The columns that fit into a table, as beside an open panel. Drops whole columns from the end,
 * those without `mobilePriority` first; the first one and the status stay.
 *
 * @param frame in which the table would scroll sideways
 */
export function useFittingColumns(
  frame: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  const names = columns.map(({ key }) => key).join()
  const [dropped, setDropped] = useState({ names, count: 0 })

  useEffect(() => {
    const element = frame.current
    const table = element?.querySelector('table')
    if (!element || !table || typeof ResizeObserver === 'undefined') return
    let width = element.clientWidth
    const observer = new ResizeObserver(() => {
      const isOther = element.clientWidth !== width
      width = element.clientWidth
      const overflows = element.scrollWidth > width
      setDropped((before) => {
        const count = before.names === names ? before.count : 0
        // At another width, dropped columns may fit.
        if (isOther && count > 0) return { names, count: 0 }
        return overflows ? { names, count: count + 1 } : before
      })
    })
    observer.observe(element)
    observer.observe(table)
    return () => observer.disconnect()
  }, [frame, names])

  const count = dropped.names === names ? dropped.count : 0
  const optional = columns
    .filter(({ key }, index) => index > 0 && key !== 'status')
    .toSorted((a, b) => Number(b.mobilePriority ?? false) - Number(a.mobilePriority ?? false))
  const gone = new Set(optional.slice(Math.max(0, optional.length - count)))
  return columns.filter((column) => !gone.has(column))
}
