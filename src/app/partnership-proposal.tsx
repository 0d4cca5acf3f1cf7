import { PartnershipProposalForm } from '@/features/submissions/partnership/partnership-proposal-form'
import { DataProviders } from './data-providers'

export function PartnershipProposal() {
  return (
    <DataProviders>
      <PartnershipProposalForm />
    </DataProviders>
  )
}
