import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loading } from '@/shared/account-ui/loading'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { formatDate } from '@/shared/lib/format-date'
import { isolated } from '@/shared/lib/isolated'
import { Button } from '@/shared/ui/button'
import { mentorAccountQuery, unlinkAccount } from './mentor-account-queries'

const LinkDialog = lazyPart(() => import('./link-dialog'))

/** On a mentor's record: the account that opens their page, to link and to unlink. */
export function MentorAccountPart({ mentor, email }: { mentor: string; email: string | null }) {
  const account = useQuery(mentorAccountQuery(mentor))
  const ending = useMutation(unlinkAccount)
  const [opened, open] = useState<'link' | 'end'>()
  const close = () => open(undefined)
  const { data } = account
  return (
    <section aria-label="Account" className="mb-4">
      <h3 className="font-sans text-sm font-semibold">Account</h3>
      {data === undefined ? (
        <Loading query={account} what="The account" className="my-3" />
      ) : data === null ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-sm text-ink-soft">
            None. With one, the mentor logs meetings on a phone.
          </p>
          <Button variant="ghost" size="sm" onClick={() => open('link')}>
            Link an account
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="min-w-0 wrap-anywhere">
            {isolated(data.address)}
            <span className="block text-sm text-ink-soft">
              Linked {formatDate(data.linked_at)} by {data.linked_by ?? 'a former colleague'}
            </span>
          </p>
          <Button variant="ghost" size="sm" onClick={() => open('end')}>
            End the link
          </Button>
        </div>
      )}
      {opened === 'link' && <LinkDialog mentor={mentor} email={email} onClose={close} />}
      {opened === 'end' && data && (
        <QuestionDialog
          title="End the link of this account?"
          description="Its page of mentors closes at once. Meetings that its device still sends wait for the office."
          yes="End the link"
          isPending={ending.isPending}
          isHeld
          onYes={() => ending.mutate(data.id, { onSettled: close })}
          onClose={close}
        />
      )}
    </section>
  )
}
