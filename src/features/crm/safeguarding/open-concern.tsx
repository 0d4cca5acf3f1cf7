import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { Failure } from '@/shared/account-ui/failure'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { Loading } from '@/shared/account-ui/loading'
import { Panel } from '@/shared/account-ui/panel'
import { PersonLink } from '@/shared/account-ui/person-link'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { requiredText } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { formatDateTime } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Form } from '@/shared/ui/form'
import { addStep, concernQuery, type Concern } from './concern-queries'

/** A concern with its text and steps. Opening it is a step. */
export function OpenConcern({ id }: { id: string }) {
  const stored = useQuery(concernQuery(id))
  if (!stored.data) {
    return <Loading query={stored} what="The concern" label="Loading the concern..." />
  }
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <What concern={stored.data} />
      <Steps concern={stored.data} />
    </div>
  )
}

function What({ concern }: { concern: Concern }) {
  const { reference, state, is_danger, person, child_name, not_to } = concern
  const facts: [string, string][] = [
    ['What', concern.body],
    ['When and where', concern.happened],
    ['Reported by', `${concern.reporter_name}, ${formatDateTime(concern.reported_at)}`],
    ...(not_to.length > 0 ? [['Left out', not_to.join(', ')] as [string, string]] : []),
  ]
  return (
    <Panel title={reference} text={optionLabel(state)}>
      {is_danger && state !== 'closed' && (
        <Alert tone="danger" title="The child was in danger when this was sent." className="mb-4" />
      )}
      <dl className="grid gap-3">
        <div>
          <dt className="text-sm text-ink-soft">Child</dt>
          <dd className="wrap-anywhere" dir="auto">
            {person ? <PersonLink address={person}>{child_name}</PersonLink> : child_name}
          </dd>
        </div>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

const words: Record<Concern['steps'][number]['kind'], string> = {
  opened: 'opened it',
  acknowledged: 'acknowledged it',
  note: 'wrote',
  closed: 'closed it',
  reopened: 'reopened it',
}

function Steps({ concern }: { concern: Concern }) {
  const { id, state, steps } = concern
  const [ackId] = useState(() => crypto.randomUUID())
  const acknowledging = useMutation(addStep)
  const [isEnding, setEnding] = useState(false)
  const isClosed = state === 'closed'
  return (
    <Panel title="Steps">
      <div className="grid gap-5">
        <ol className="grid gap-3">
          {steps.map((step) => (
            <li key={step.id}>
              <span className="text-sm text-ink-soft">
                <time dateTime={step.created_at}>{formatDateTime(step.created_at)}</time>
                {' · '}
                {step.author_name} {words[step.kind]}
              </span>
              {step.body && (
                <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
                  {step.body}
                </p>
              )}
            </li>
          ))}
        </ol>
        {!isClosed && <NoteForm concern={id} />}
        <Failure of={acknowledging} title="It was not acknowledged." />
        <div className="flex flex-wrap gap-2">
          {state === 'reported' && (
            <Button
              loading={acknowledging.isPending}
              onClick={() =>
                acknowledging.mutate({ step: ackId, concern: id, kind: 'acknowledged' })
              }
            >
              Acknowledge
            </Button>
          )}
          <Button variant="outline" onClick={() => setEnding(true)}>
            {isClosed ? 'Reopen' : 'Close this concern'}
          </Button>
        </div>
      </div>
      {isEnding && <EndDialog concern={id} isClosed={isClosed} onClose={() => setEnding(false)} />}
    </Panel>
  )
}

const said = z.object({ body: requiredText(5000) })

function NoteForm({ concern }: { concern: string }) {
  const [step, setStep] = useState(() => crypto.randomUUID())
  const form = useSchemaForm(said, { body: '' })
  const saving = useMutation(addStep)
  useLeaveWarning(form.formState.isDirty)
  return (
    <Form
      form={form}
      label="A step"
      className="grid gap-3"
      onSubmit={({ body }) =>
        saving.mutate(
          { step, concern, kind: 'note', body },
          {
            onSuccess: () => {
              setStep(crypto.randomUUID())
              form.reset()
            },
          },
        )
      }
    >
      {(Field) => (
        <>
          <Field name="body" label="What was done" rows={3} />
          <Failure of={saving} title="The step was not added." />
          <div>
            <Button type="submit" variant="outline" loading={saving.isPending}>
              Add step
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}

interface EndDialogProps {
  concern: string
  isClosed: boolean
  onClose: () => void
}

/** Closes a concern with its outcome, or reopens it with a reason. */
function EndDialog({ concern, isClosed, onClose }: EndDialogProps) {
  const [step] = useState(() => crypto.randomUUID())
  const form = useSchemaForm(said, { body: '' })
  const saving = useMutation(addStep)
  return (
    <FormDialog
      size="sm"
      title={isClosed ? 'Reopen this concern' : 'Close this concern'}
      description={isClosed ? undefined : 'It is deleted seven years from today.'}
      form={form}
      saving={saving}
      save={isClosed ? 'Reopen' : 'Close concern'}
      onSubmit={({ body }) =>
        saving.mutate(
          { step, concern, kind: isClosed ? 'reopened' : 'closed', body },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {(Field) => <Field name="body" label={isClosed ? 'Reason' : 'Outcome'} required rows={4} />}
    </FormDialog>
  )
}
