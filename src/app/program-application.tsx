import { ProgramApplicationForm } from '@/features/submissions/program/program-application-form'
import { DataProviders } from './data-providers'

export function ProgramApplication() {
  return (
    <DataProviders>
      <ProgramApplicationForm />
    </DataProviders>
  )
}
