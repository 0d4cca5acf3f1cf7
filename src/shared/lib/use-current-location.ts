import { useContext } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type Location } from 'react-router-dom'

/**
 * Asks for the location of this very moment. What was rendered lags behind a navigation, which React
 * Router renders in a transition; who changes a part of the location must not undo another's change.
 */
export function useCurrentLocation(): () => Location {
  const { navigator } = useContext(NavigationContext)
  // The history of each router has it; the type that a server's shares with them leaves it out.
  return () => (navigator as unknown as { location: Location }).location
}
