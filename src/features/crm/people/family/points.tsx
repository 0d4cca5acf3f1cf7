import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { optionalLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { CallLinks } from '@/shared/account-ui/call-links'
import { Failure } from '@/shared/account-ui/failure'
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

/** The emails and phones of a person, first the email that mail goes to. */
export function Points({ person, points }: PointsProps) {
  const [edited, setEdited] = useState<Point>()
  if (points.length === 0) return null
  return (
    <>
      <ul aria-label="Emails and phones">
        {points.map((point) => (
          <PointLine
            key={`${point.kind} ${point.normalized}`}
            person={person}
            point={point}
            onChange={() => setEdited(point)}
          />
        ))}
      </ul>
      {edited && (
        <PointDialog person={person} point={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

/** Where an email or phone came from */
const levels = {
  told: {
    word: 'Not checked',
    means: 'It came with a form, a gift or an import. Nobody has checked it.',
  },
  entered: { word: 'Entered', means: 'A colleague entered it.' },
  confirmed: {
    word: 'Confirmed',
    means: 'It came with a form, a gift or an import, and a colleague confirmed it.',
  },
  proved: { word: 'Proved', means: 'Its owner has opened our mail there, or signs in with it.' },
}

const blocks = {
  bounced: { tone: 'red', means: 'Our mail did not arrive there.' },
  complained: { tone: 'red', means: 'Its owner reported our mail as spam.' },
  unsubscribed: { tone: 'quiet', means: 'It gets no campaigns.' },
} as const

interface PointLineProps {
  person: string
  point: Point
  onChange: () => void
}

function PointLine({ person, point, onChange }: PointLineProps) {
  const { kind, normalized, value, level, is_confirmed, blocked } = point
  const marking = useMutation(markPoint(person, kind, normalized))
  const marks = { label: point.label, is_preferred: point.is_preferred }
  const confirm = (to: boolean) =>
    !marking.isPending &&
    marking.mutate({
      to: { ...marks, is_confirmed: to },
      from: { ...marks, is_confirmed },
      title: to ? 'Confirmed' : 'No longer confirmed',
    })
  /** Later rows may have confirmed it. */
  const isOnlyConfirmed = level === 'entered' && is_confirmed
  const how = levels[isOnlyConfirmed ? 'confirmed' : level]
  const [isExplained, setExplained] = useState(false)
  const block = blocked && blocks[blocked]
  const isUsed = point.is_letter && block?.tone !== 'red'
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-line py-1">
      <div className="min-w-0 flex-1 basis-44 wrap-anywhere" dir="auto">
        {kind === 'email' ? (
          <a href={mailLink(value)} className="rounded-sm hover:underline">
            {value}
          </a>
        ) : (
          <CallLinks phone={value} telephones={point.telephone ? [point.telephone] : null} />
        )}{' '}
        {isUsed && <Badge tone="green">Mail goes here</Badge>}{' '}
        {point.is_preferred && <Badge tone="green">Preferred</Badge>}{' '}
        {point.is_new && <Badge tone="yellow">New, not confirmed</Badge>}{' '}
        {blocked && <Badge tone={block?.tone}>{optionLabel(blocked)}</Badge>}
        <div className="text-sm text-ink-soft">
          <button
            type="button"
            title={how.means}
            aria-expanded={isExplained}
            className="min-h-6 rounded-sm underline decoration-dotted underline-offset-2 hover:text-ink pointer-coarse:min-h-11"
            onClick={() => setExplained(!isExplained)}
          >
            {how.word}
          </button>
          {point.label && ` · ${point.label}`} · since {formatDate(point.valid_since)}
          {block && <span className="block">{block.means}</span>}
        </div>
      </div>
      <span className="flex gap-1">
        {(level === 'told' || isOnlyConfirmed) && (
          <Button
            variant={level === 'told' ? 'outline' : 'ghost'}
            size="sm"
            loading={marking.isPending}
            onClick={() => confirm(level === 'told')}
          >
            {level === 'told' ? 'Confirm' : 'Take back'}
            <span className="sr-only">
              {level === 'told' ? ' ' : ' the confirmation of '}
              {value}
            </span>
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={onChange}>
          Change
          <span className="sr-only"> {value}</span>
        </Button>
      </span>
      {isExplained && (
        <p className="basis-full pb-1 text-sm text-ink-soft">
          {how.word}: {how.means}
        </p>
      )}
      <Failure of={marking} title="This was not saved." className="mt-1 basis-full" />
    </li>
  )
}

const pointSchema = z.object({ label: optionalLine(60), is_preferred: z.boolean() })

interface PointDialogProps {
  person: string
  point: Point
  onClose: () => void
}

function PointDialog({ person, point, onClose }: PointDialogProps) {
  const { kind, normalized, value, label, is_preferred, is_confirmed } = point
  const [from] = useState({ label, is_preferred, is_confirmed })
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
      onSubmit={(to) =>
        saving.mutate(
          { to: { ...to, is_confirmed: from.is_confirmed }, from, title: 'Saved' },
          { onSuccess: onClose },
        )
      }
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
            description={kind === 'email' ? 'Our mail goes there while it works.' : 'Shown first.'}
          />
        </>
      )}
    </FormDialog>
  )
}
