import { useContext } from 'react'
import {
  UNSAFE_NavigationContext as NavigationContext,
  useLocation,
  type Location,
} from 'react-router-dom'

/**
 * Reads the current location. The rendered one lags behind a navigation, which React Router renders
 * in a transition; a change to one part of the location must not undo a change to another.
 * @returns undefined once the page, or its tab, is being left
 */
export function useCurrentLocation(): () => Location | undefined {
  const { navigator } = useContext(NavigationContext)
  const rendered = useLocation()
  return () => {
    // Every router's history has it; the type, shared with a server's, leaves it out.
    const { location } = navigator as unknown as { location: Location }
    return pageOf(location) === pageOf(rendered) ? location : undefined
  }
}

const pageOf = ({ pathname, search }: Location) =>
  `${pathname} ${new URLSearchParams(search).get('tab')}`
