import { VolunteerForm } from '@/features/submissions/volunteer/volunteer-form'
import { DataProviders } from './data-providers'

export function VolunteerApplication() {
  return (
    <DataProviders>
      <VolunteerForm />
    </DataProviders>
  )
}
