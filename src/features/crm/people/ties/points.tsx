import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { optionalLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { CallLinks } from '@/shared/account-ui/call-links'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { mailLink } from '@/shared/lib/contact-links'
import { formatDate } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { markPoint, type Point } from './ties-queries'

interface PointsProps {
  person: string
  points: readonly Point[]
}

/** The emails and phones of a person, the preferred ones first. */
export function Points({ person, points }: PointsProps) {
  const [edited, setEdited] = useState<Point>()
  if (points.length === 0) return null
  return (
    <>
      <ul aria-label="Emails and phones">
        {points.map((point) => (
          <li
            key={`${point.kind} ${point.normalized}`}
            className="flex items-center justify-between gap-3 border-b border-line py-1"
          >
            <span className="min-w-0 wrap-anywhere" dir="auto">
              {point.kind === 'email' ? (
                <a href={mailLink(point.value)} className="rounded-sm hover:underline">
                  {point.value}
                </a>
              ) : (
                <CallLinks
                  phone={point.value}
                  telephones={point.telephone ? [point.telephone] : null}
                />
              )}{' '}
              {point.is_preferred && <Badge tone="green">Preferred</Badge>}
              {point.blocked && <Badge tone="red">{optionLabel(point.blocked)}</Badge>}
              <span className="block text-sm text-ink-soft">
                {point.label && `${point.label} · `}since {formatDate(point.valid_since)}
              </span>
            </span>
            <Button variant="ghost" size="sm" onClick={() => setEdited(point)}>
              Change
              <span className="sr-only"> {point.value}</span>
            </Button>
          </li>
        ))}
      </ul>
      {edited && (
        <PointDialog person={person} point={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

const pointSchema = z.object({ label: optionalLine(60), is_preferred: z.boolean() })

interface PointDialogProps {
  person: string
  point: Point
  onClose: () => void
}

function PointDialog({ person, point, onClose }: PointDialogProps) {
  const { kind, normalized, value, label, is_preferred } = point
  const [from] = useState({ label, is_preferred })
  const form = useSchemaForm(pointSchema, { label: label ?? '', is_preferred })
  const saving = useMutation(markPoint(person, kind, normalized))
  const noun = kind === 'email' ? 'email address' : 'phone'
  return (
    <FormDialog
      size="sm"
      title={value}
      description={`Change the ${noun} itself in the record that has it.`}
      form={form}
      saving={saving}
      save="Save"
      failed="This was not saved."
      onSubmit={(to) => saving.mutate({ to, from, title: 'Saved' }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(Field, Tick) => (
        <>
          <Field
            name="label"
            label="Label (optional)"
            hint="Such as home, work or “ask for Ana”."
            autoComplete="off"
          />
          <Tick
            name="is_preferred"
            label={`Preferred ${noun}`}
            description={kind === 'email' ? 'Shown first, and used by Write.' : 'Shown first.'}
          />
        </>
      )}
    </FormDialog>
  )
}
