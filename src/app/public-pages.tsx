import { lazy, type ReactElement } from 'react'
import { paths } from '@/shared/config/paths'
import { whenNear } from '@/shared/lib/when-near'

const HomePage = lazy(async () => ({
  default: (await import('@/features/site/pages/home-page')).HomePage,
}))
const VolunteerPage = lazy(async () => ({
  default: (await import('@/features/site/pages/volunteer-page')).VolunteerPage,
}))
const VolunteerApplication = lazy(async () => {
  await whenNear('apply')
  return { default: (await import('./volunteer-application')).VolunteerApplication }
})

interface PublicPage {
  /** As a route; one with parameters lists the addresses that exist. */
  path: string
  addresses?: readonly string[]
  element: ReactElement
}

/** Every public page, each in a chunk of its own. All of their addresses are prerendered. */
export const publicPages: readonly PublicPage[] = [
  { path: paths.home, element: <HomePage /> },
  { path: paths.volunteer, element: <VolunteerPage form={<VolunteerApplication />} /> },
]
