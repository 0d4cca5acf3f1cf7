import { useEffect, useState, type RefObject } from 'react'

/**
 * Whether the form within an element was replaced by its receipt, or any of it is visible between
 * the header and a bar at the lower edge.
 */
export function useSentOrInSight(element: RefObject<Element | null>): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      ([entry]) =>
        entry && setInSight(entry.isIntersecting || entry.target.querySelector('dl') !== null),
      { rootMargin: '-64px 0px -72px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInSight
}
