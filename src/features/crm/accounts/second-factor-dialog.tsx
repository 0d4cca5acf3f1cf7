import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Loading } from '@/shared/account-ui/loading'
import { demandQuery, demandSecondFactor, missingQuery } from './second-factor-queries'

/** For admins: whether everyone with a right needs a second factor. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Second factor"
        description="You can ask everyone with a role or permission that opens records for a code from an app after the password. Supporters are not asked."
      >
        <Demand />
      </DialogContent>
    </Dialog>
  )
}

function Demand() {
  const { factor } = useAuth()
  const setting = useQuery(demandQuery)
  const missing = useQuery(missingQuery)
  const change = useMutation(demandSecondFactor)
  if (!setting.data || !missing.data) {
    const query = setting.data ? missing : setting
    return <Loading query={query} what="The setting" className="my-10" />
  }
  const isDemanded = setting.data[0]?.is_demanded ?? false
  return (
    <div className="grid gap-4">
      <p>
        A second factor is <strong>{isDemanded ? 'required' : 'not required'}</strong>.
      </p>
      <Missing accounts={missing.data} isDemanded={isDemanded} />
      {!isDemanded && factor !== 'proved' && (
        <Alert tone="info">
          Set up one of your own on <Link to={paths.staffAccount}>your account page</Link> first, so
          that you are not locked out.
        </Alert>
      )}
      <DialogFooter>
        <Button
          variant={isDemanded ? 'danger' : 'primary'}
          disabled={!isDemanded && factor !== 'proved'}
          loading={change.isPending}
          onClick={() => change.mutate(!isDemanded)}
        >
          {isDemanded ? 'Stop requiring it' : 'Require a second factor'}
        </Button>
      </DialogFooter>
    </div>
  )
}

interface MissingProps {
  accounts: readonly { id: string; name: string }[]
  isDemanded: boolean
}

function Missing({ accounts, isDemanded }: MissingProps) {
  if (accounts.length === 0) return <p>All accounts with rights have set one up.</p>
  const isOne = accounts.length === 1
  const verb = isDemanded ? (isOne ? 'opens' : 'open') : 'would open'
  return (
    <div>
      <p>
        {isOne ? 'One account has' : `${accounts.length} accounts have`} none yet and {verb} nothing
        until one is set up:
      </p>
      <ul className="mt-2 max-h-60 list-disc overflow-y-auto ps-5">
        {accounts.map(({ id, name }) => (
          <li key={id} className="break-words">
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
