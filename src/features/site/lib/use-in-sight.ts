import { useEffect, useState, type RefObject } from 'react'

/** Whether any of an element is in the window, apart from the header and a bar at the lower edge. */
export function useInSight(element: RefObject<Element | null>): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      ([entry]) => setInSight(entry?.isIntersecting ?? false),
      { rootMargin: '-64px 0px -72px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInSight
}
