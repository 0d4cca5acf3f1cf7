import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { usePeopleSearch } from '@/engine/core/people-search'
import { Failure } from '@/shared/account-ui/failure'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { useAuth } from '@/shared/auth/auth-context'
import { requiredLine, requiredText } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { CheckboxField, FieldGroup } from '@/shared/ui/field'
import { Form } from '@/shared/ui/form'
import { reportConcern } from './concern-queries'
import { WhomToCall } from './whom-to-call'

const concern = z.object({
  child_name: requiredLine(200, 'Write the name, or how we can find out who it is'),
  body: requiredText(5000, 'Write what you saw or heard'),
  happened: requiredText(1000, 'Write when and where it happened'),
  is_danger: z.enum(['yes', 'no'], 'Choose yes or no'),
})

const empty = { child_name: '', body: '', happened: '', is_danger: '' as 'yes' }

interface ConcernFormProps {
  leads: readonly { id: string; name: string }[]
  onReported: (reference: string) => void
}

/** Its text is never kept in the browser: the computer may be shared. */
export function ConcernForm({ leads, onReported }: ConcernFormProps) {
  // A second try meets the first one's row.
  const [id] = useState(() => crypto.randomUUID())
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const [child, setChild] = useState<{ id: string; name: string }>()
  const form = useSchemaForm(concern, empty)
  const sending = useMutation(reportConcern)
  const { isDirty, isSubmitSuccessful } = form.formState
  useLeaveWarning(() => isDirty && !(isSubmitSuccessful && sending.isSuccess))
  const typed = useWatch({ control: form.control })
  const reaches = leads.filter((lead) => !leftOut.includes(lead.id))
  const isChosen = child !== undefined && child.name === typed.child_name

  return (
    <Form
      form={form}
      label="Report a concern"
      onSubmit={({ is_danger, ...texts }) => {
        if (reaches.length === 0) return
        sending.mutate(
          {
            ...texts,
            concern: id,
            child: isChosen ? child.id : null,
            is_danger: is_danger === 'yes',
            not_to: [...leftOut],
          },
          { onSuccess: onReported },
        )
      }}
    >
      {(Field) => (
        <>
          <Field
            name="is_danger"
            label="Is the child in danger now?"
            required
            choices={[
              { id: 'no', label: 'No' },
              { id: 'yes', label: 'Yes' },
            ]}
          />
          {typed.is_danger === 'yes' && (
            <Alert tone="danger" role="alert" title="Call 911 first, then send this.">
              <WhomToCall />
            </Alert>
          )}
          <Field
            name="child_name"
            label="Which child?"
            hint="The name, or what you know: the group, the age, a sibling."
            required
            autoComplete="off"
          />
          <KnownChildren
            name={typed.child_name ?? ''}
            chosen={isChosen ? child.id : undefined}
            onChoose={(found) => {
              setChild(found)
              form.setValue('child_name', found.name, { shouldDirty: true, shouldValidate: true })
            }}
          />
          <Field
            name="body"
            label="What did you see or hear?"
            hint="The child’s own words, if you can. You need no proof."
            required
            rows={4}
          />
          <Field name="happened" label="When and where?" required rows={2} />
          <FieldGroup
            legend="Who gets it"
            description="Untick a lead whom this is about: they will never read it."
            error={
              reaches.length === 0
                ? 'Nobody would get it. Tick a lead, or call instead.'
                : undefined
            }
          >
            {leads.map((lead) => (
              <CheckboxField
                key={lead.id}
                label={lead.name}
                checked={!leftOut.includes(lead.id)}
                onChange={({ target }) =>
                  setLeftOut(
                    target.checked
                      ? leftOut.filter((left) => left !== lead.id)
                      : [...leftOut, lead.id],
                  )
                }
              />
            ))}
          </FieldGroup>
          {reaches.length === 0 && (
            <Alert tone="warning" role="alert" title="Please call instead">
              <WhomToCall />
            </Alert>
          )}
          <Failure of={sending} title="The concern was not sent." />
          <div>
            <Button type="submit" disabled={reaches.length === 0} loading={sending.isPending}>
              {sending.isPending ? 'Sending...' : 'Send to the leads'}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}

interface KnownChildrenProps {
  name: string
  /** The person of the chosen child */
  chosen: string | undefined
  onChoose: (found: { id: string; name: string }) => void
}

/** Children on record with the typed name, for staff who look after mentees. */
function KnownChildren({ name, chosen, onChoose }: KnownChildrenProps) {
  const { can } = useAuth()
  const { people } = usePeopleSearch(can('can_manage_mentees') ? name : '')
  const children = people.filter(({ kinds }) => kinds.includes('mentee')).slice(0, 5)
  if (children.length === 0) return null
  return (
    <FieldGroup legend="Is it one of these?" description="If not, go on.">
      <div className="grid gap-1.5">
        {children.map((found) => (
          <label key={found.id} className="flex min-h-control items-center gap-2.5">
            <input
              type="radio"
              name="known-child"
              className="size-4 flex-none"
              checked={found.id === chosen}
              onChange={() => onChoose({ id: found.id, name: found.name ?? name })}
            />
            <span className="min-w-0 wrap-anywhere" dir="auto">
              {found.name}
              {found.hint && <span className="text-ink-soft"> · {found.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
