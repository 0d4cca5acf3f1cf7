import { useAuth } from '@/shared/auth/auth-context'
import { cardsFor } from '@/shared/auth/places'
import { paths } from '@/shared/config/paths'
import { LinkCards } from './link-cards'

const dashboard = {
  to: paths.staffDashboard,
  title: 'Dashboard',
  text: 'Your role, your permissions, and the way to all that you look after.',
}

/** For who works here: one press into each view of the back office. */
export function StaffHome() {
  return <LinkCards links={[dashboard, ...cardsFor(useAuth())]} />
}
