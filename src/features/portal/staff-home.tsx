import type { ReactNode } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { cardsFor } from '@/shared/auth/routes'
import { paths } from '@/shared/config/paths'
import { LastVisit } from './last-visit'
import { LinkCards } from './link-cards'

const dashboard = {
  to: paths.staffDashboard,
  title: 'Dashboard',
  text: 'Your role, your permissions and everything you look after.',
}

/** For staff: what waits, and one click into each view of the back office. */
export function StaffHome({ waiting }: { waiting: ReactNode }) {
  return (
    <>
      <div className="mt-8 grid gap-3 empty:hidden">
        {waiting}
        <LastVisit />
      </div>
      <LinkCards links={[dashboard, ...cardsFor(useAuth())]} />
    </>
  )
}
