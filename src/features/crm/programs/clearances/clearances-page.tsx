import { useAuth } from '@/shared/auth/auth-context'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { PageHeader } from '@/shared/account-ui/page-header'
import { Spinner } from '@/shared/ui/spinner'

const DueSection = lazyPart(
  () => import('./due-section'),
  () => <Spinner className="my-8" />,
)
const EvidenceFromFiles = lazyPart(() => import('./evidence-from-files'))
const OnePerson = lazyPart(() => import('./one-person'))

/** Who lacks what in all programs, one person's clearances, and evidence of many from a folder of files. */
export function ClearancesPage() {
  const mayVerify = useAuth().can('can_verify_clearances')
  return (
    <>
      <PageHeader
        title="Clearances"
        text="Who may be with a child: what programs require, and who meets it."
      />
      {mayVerify && <OnePerson />}
      {mayVerify && <EvidenceFromFiles />}
      <DueSection />
    </>
  )
}
