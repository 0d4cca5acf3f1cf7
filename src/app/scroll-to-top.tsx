import { useEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** A page opened by a link starts at its top; going back keeps the browser's own position. */
export function ScrollToTop() {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  useEffect(() => {
    if (navigationType === NavigationType.Push) window.scrollTo(0, 0)
  }, [pathname, navigationType])
  return null
}
