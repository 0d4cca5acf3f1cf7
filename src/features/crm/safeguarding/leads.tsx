import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { assigneesQuery } from '@/engine/tasks/task-queries'
import { Failure } from '@/shared/account-ui/failure'
import { Panel } from '@/shared/account-ui/panel'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { useAuth } from '@/shared/auth/auth-context'
import { formatDate } from '@/shared/lib/format-date'
import type { RpcRow } from '@/shared/supabase/ask'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/field'
import { setLead } from './concern-queries'

type Lead = RpcRow<'safeguarding_leads'>

/** Who gets concerns. Admins add and remove leads; everyone concerned gets an email. */
export function Leads({ leads }: { leads: readonly Lead[] }) {
  const { can } = useAuth()
  const [leaving, setLeaving] = useState<Lead>()
  const removing = useMutation(setLead)
  return (
    <Panel
      title="Safeguarding leads"
      text="They get every new concern. A change is logged and emailed to all leads and admins."
    >
      {leads.length === 0 && (
        <p className="text-ink-soft">There is none yet: the form says whom to call.</p>
      )}
      <ul className="grid gap-2">
        {leads.map((lead) => (
          <li key={lead.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold wrap-anywhere">{lead.name}</span>
            <span className="text-sm text-ink-soft">since {formatDate(lead.added_at)}</span>
            {!lead.is_reachable && <Badge tone="red">Can’t sign in or get email</Badge>}
            {can('admin') && leads.length > 1 && (
              <Button
                variant="ghost"
                size="sm"
                className="ms-auto"
                aria-label={`Remove ${lead.name}`}
                onClick={() => setLeaving(lead)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {can('admin') && leads.length === 1 && (
        <p className="mt-2 text-sm text-ink-soft">
          The last lead can’t be removed. Add another one first.
        </p>
      )}
      {can('admin') && <AddLead leads={leads} />}
      {leaving && (
        <QuestionDialog
          title={`Remove ${leaving.name} from the leads?`}
          description="They can no longer read concerns."
          yes="Remove"
          isPending={removing.isPending}
          isHeld
          onYes={() =>
            removing.mutate(
              { account: leaving.id, name: leaving.name, is_lead: false },
              { onSuccess: () => setLeaving(undefined) },
            )
          }
          onClose={() => setLeaving(undefined)}
        >
          <Failure of={removing} title="The lead was not removed." />
        </QuestionDialog>
      )}
    </Panel>
  )
}

function AddLead({ leads }: { leads: readonly Lead[] }) {
  const staff = useQuery(assigneesQuery(null))
  const [account, setAccount] = useState('')
  const adding = useMutation(setLead)
  const choices = (staff.data ?? [])
    .filter(({ id }) => !leads.some((lead) => lead.id === id))
    .map(({ id, full_name }) => ({ id, label: full_name }))
  const chosen = choices.find(({ id }) => id === account)
  return (
    <div className="mt-5 grid max-w-measure gap-3">
      <Field
        label="Add a lead"
        value={account}
        onChange={({ target }: { target: { value: string } }) => setAccount(target.value)}
        choices={choices}
        description="Staff with a confirmed email address"
      />
      <Failure of={adding} title="The lead was not added." />
      <div>
        <Button
          variant="outline"
          disabled={!chosen}
          loading={adding.isPending}
          onClick={() =>
            chosen &&
            adding.mutate(
              { account, name: chosen.label, is_lead: true },
              { onSuccess: () => setAccount('') },
            )
          }
        >
          Add lead
        </Button>
      </div>
    </div>
  )
}
