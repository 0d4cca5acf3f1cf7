import { Outlet } from 'react-router-dom'
import { RouteBoundary } from '@/shared/ui/route-boundary'

/** A layout's page, which may break without taking the layout with it. */
export function PageOutlet() {
  return (
    <RouteBoundary>
      <Outlet />
    </RouteBoundary>
  )
}
