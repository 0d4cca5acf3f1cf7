import { useMutation, useQuery } from '@tanstack/react-query'
import { formatDate } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { roleLabel, roles } from '@/shared/auth/roles'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Loading } from '@/shared/account-ui/loading'
import { confirmRights, rightsQuery, type Right } from './staff-accounts-queries'

/** For admins: who has a right, since when and from whom; to confirm that this is as it should be. */
export function StaffAccountsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Accounts with rights"
        description="Everyone with a role of staff or a permission. Confirm the list when it is as it should be: the nightly check reports what is added later."
      >
        <Rights />
      </DialogContent>
    </Dialog>
  )
}

function labelOf(holds: string): string {
  const role = roles.find((it) => it === holds)
  return role ? roleLabel(role) : optionLabel(holds)
}

function Rights() {
  const query = useQuery(rightsQuery)
  const confirmation = useMutation(confirmRights)
  if (!query.data) return <Loading query={query} what="The list" className="my-10" />
  const rights = query.data
  const last = rights
    .flatMap(({ confirmed_at }) => confirmed_at ?? [])
    .sort()
    .at(-1)
  const added = last ? rights.filter(({ confirmed_at }) => !confirmed_at).length : 0
  const ids = [...new Set(rights.map(({ id }) => id))]
  return (
    <div className="grid gap-4">
      <p>
        {last
          ? `Last confirmed on ${formatDate(last)}. `
          : 'No admin has confirmed this list yet. '}
        {last && (added === 0 ? 'Nothing was added since.' : `Added since: ${added}.`)}
      </p>
      <ul
        className="max-h-96 divide-y divide-line overflow-y-auto"
        aria-label="Accounts with rights"
        tabIndex={0}
      >
        {ids.map((id) => (
          <li key={id} className="py-3">
            <p className="font-semibold break-words">
              {rights.find((right) => right.id === id)?.name}
            </p>
            <ul className="text-sm">
              {rights
                .filter((right) => right.id === id)
                .map((right) => (
                  <RightLine
                    key={right.holds}
                    right={right}
                    isNew={Boolean(last) && !right.confirmed_at}
                  />
                ))}
            </ul>
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button loading={confirmation.isPending} onClick={() => confirmation.mutate(rights)}>
          Confirm this list
        </Button>
      </DialogFooter>
    </div>
  )
}

function RightLine({ right, isNew }: { right: Right; isNew: boolean }) {
  return (
    <li className="mt-1 break-words">
      {labelOf(right.holds)}{' '}
      <span className="text-ink-soft">
        since {formatDate(right.since)}
        {right.given_by ? `, from ${right.given_by}` : ', not from an account of the app'}
      </span>{' '}
      {isNew && <Badge tone="marigold">New</Badge>}
    </li>
  )
}
