import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { CheckboxField, FieldGroup } from '@/shared/ui/field'
import { notify } from '@/shared/ui/notify'
import {
  addMeeting,
  consentKinds,
  consentLabels,
  correctMeeting,
  meetingMatchesQuery,
  type Meeting,
} from './meeting-queries'
import {
  changesOf,
  columnsOf,
  emptyMeeting,
  group,
  meetingSchema,
  typedMeeting,
} from './meeting-fields'
import { missedByLabels, nameOf, outcomeLabels } from './meeting-words'

interface MeetingDialogProps {
  program: string
  /** The meeting to change; absent for a new one. */
  meeting?: Meeting | undefined
  onClose: () => void
}

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([id, label]) => ({ id, label }))

/** Adds or changes a meeting of a match or of the group. */
export function MeetingDialog({ program, meeting, onClose }: MeetingDialogProps) {
  const [id] = useState(() => meeting?.id ?? crypto.randomUUID())
  const today = useOfficeDay()
  const matches = useQuery(meetingMatchesQuery(program))
  const adding = useMutation(addMeeting)
  const correcting = useMutation(correctMeeting)
  const form = useSchemaForm(meetingSchema, meeting ? typedMeeting(meeting) : emptyMeeting(today))
  const [who, outcome] = useWatch({ control: form.control, name: ['who', 'outcome'] })
  const isGroup = who === group
  const isOff = outcome === 'cancelled' || outcome === 'missed'
  const pairs = (matches.data ?? []).map((one) => ({
    id: one.id,
    label: `${one.mentee_name} and ${one.mentor_name}${one.status === 'closed' ? ' (closed)' : ''}`,
  }))
  const choices = meeting
    ? [{ id: meeting.match_id ?? group, label: meeting.match_id ? nameOf(meeting) : 'The group' }]
    : [{ id: group, label: 'The group' }, ...pairs]

  return (
    <FormDialog
      title={meeting ? 'Change the meeting' : 'Add a meeting'}
      description={
        meeting
          ? 'A colleague’s later change is never overwritten.'
          : 'One-to-one or of the group: planned, or as it went.'
      }
      form={form}
      saving={meeting ? correcting : adding}
      save={meeting ? 'Save' : 'Add Meeting'}
      failed="The meeting was not saved."
      onSubmit={(entered) => {
        const columns = columnsOf(entered)
        if (meeting) {
          const { changes, replaced } = changesOf(meeting, columns)
          return correcting.mutate({ meeting: id, changes, replaced }, { onSuccess: onClose })
        }
        adding.mutate(
          {
            ...columns,
            id,
            program_id: program,
            match_id: entered.who === group ? null : entered.who,
          },
          {
            onSuccess: (duplicate) => {
              notify({
                title: 'Meeting added',
                tone: 'success',
                ...(duplicate && {
                  description:
                    'The same day and minutes were logged before. Both are kept; this one is marked as a possible duplicate.',
                }),
              })
              onClose()
            },
          },
        )
      }}
      onClose={onClose}
    >
      {(Field, Tick) => (
        <>
          <Field
            name="who"
            label="Who meets"
            required
            choices={choices}
            {...(matches.isError && { hint: 'The matches could not be loaded.' })}
          />
          {isGroup && <Field name="title" label="Title" required autoComplete="off" dir="auto" />}
          <div className="grid gap-5 sm:grid-cols-2">
            <Field name="day" label="Day" required type="date" />
            <Field
              name="minutes"
              label="Minutes"
              required={isGroup || outcome === 'happened'}
              inputMode="numeric"
              autoComplete="off"
            />
            <Field name="outcome" label="How it went" required choices={choicesOf(outcomeLabels)} />
            {isOff && (
              <Field
                name="missed_by"
                label="By whom"
                required={!isGroup}
                choices={choicesOf(missedByLabels)}
              />
            )}
          </div>
          <Field name="place" label="Where" autoComplete="off" dir="auto" />
          <Field name="topics" label="Topics" rows={2} dir="auto" hint="In a few words." />
          {!isGroup && !meeting && (
            <Field
              name="note"
              label="Note"
              rows={3}
              dir="auto"
              hint="About the child: colleagues read it only after a logged opening."
            />
          )}
          {isGroup && (
            <Tick
              name="is_collected"
              label="Adults collect the children afterwards"
              description="On its day, Going home shows who may collect each child."
            />
          )}
          <FieldGroup legend="Consents it needs">
            <div className="flex flex-wrap gap-x-6">
              {consentKinds.map((kind) => (
                <CheckboxField
                  key={kind}
                  label={consentLabels[kind]}
                  {...form.register(`needs_consents.${kind}`)}
                />
              ))}
            </div>
          </FieldGroup>
        </>
      )}
    </FormDialog>
  )
}
