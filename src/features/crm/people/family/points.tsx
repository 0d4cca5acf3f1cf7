import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { optionalLine, requiredLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { CallLinks } from '@/shared/account-ui/call-links'
import { Failure } from '@/shared/account-ui/failure'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { mailLink } from '@/shared/lib/contact-links'
import { formatDate } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { areas } from '@/shared/auth/areas'
import { CheckboxField } from '@/shared/ui/field'
import { markPoint, savePoint, type Point } from './ties-queries'

interface PointsProps {
  person: string
  points: readonly Point[]
  /** One may be added; of a child only once it is open. */
  canAdd: boolean
  /** A child's phone is in the record. */
  isChild?: boolean | undefined
}

type Opened = { marked: Point } | { corrected: Point } | { added: Point['kind'] }

/** The emails and phones of a person or household, first the email that mail goes to. */
export function Points({ person, points, canAdd, isChild = false }: PointsProps) {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const kinds = isChild ? (['email'] as const) : (['email', 'phone'] as const)
  return (
    <>
      {points.length > 0 && (
        <ul aria-label="Emails and phones">
          {points.map((point) => (
            <PointLine
              key={`${point.kind} ${point.normalized}`}
              person={person}
              point={point}
              onMark={() => setOpened({ marked: point })}
              onChange={() => setOpened({ corrected: point })}
            />
          ))}
        </ul>
      )}
      {canAdd && (
        <p className="flex gap-1 py-1">
          {kinds.map((kind) => (
            <Button key={kind} variant="ghost" size="sm" onClick={() => setOpened({ added: kind })}>
              Add {nouns[kind]}
            </Button>
          ))}
        </p>
      )}
      {opened && 'marked' in opened && (
        <PointDialog person={person} point={opened.marked} onClose={close} />
      )}
      {opened && !('marked' in opened) && (
        <ValueDialog
          person={person}
          kind={'added' in opened ? opened.added : opened.corrected.kind}
          old={'corrected' in opened ? opened.corrected : undefined}
          onClose={close}
        />
      )}
    </>
  )
}

const nouns = { email: 'email address', phone: 'phone' } as const

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
  onMark: () => void
  onChange: () => void
}

function PointLine({ person, point, onMark, onChange }: PointLineProps) {
  const { kind, normalized, value, level, is_confirmed, blocked } = point
  const marking = useMutation(markPoint(person, kind, normalized))
  const { label, is_preferred, is_retired } = point
  const marks = { label, is_preferred, is_retired }
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
        {is_retired && <Badge tone="quiet">Out of use</Badge>}{' '}
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
        <Button variant="ghost" size="sm" onClick={onMark}>
          Mark
          <span className="sr-only"> {value}</span>
        </Button>
        {!is_retired && (
          <Button variant="ghost" size="sm" onClick={onChange}>
            Change
            <span className="sr-only"> {value}</span>
          </Button>
        )}
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

const pointSchema = z.object({
  label: optionalLine(60),
  is_preferred: z.boolean(),
  is_retired: z.boolean(),
})

interface PointDialogProps {
  person: string
  point: Point
  onClose: () => void
}

function PointDialog({ person, point, onClose }: PointDialogProps) {
  const { kind, normalized, value, label, is_preferred, is_confirmed, is_retired } = point
  const [from] = useState({ label, is_preferred, is_confirmed, is_retired })
  const form = useSchemaForm(pointSchema, { label: label ?? '', is_preferred, is_retired })
  const saving = useMutation(markPoint(person, kind, normalized))
  const noun = nouns[kind]
  return (
    <FormDialog
      size="sm"
      title={value}
      description={`How we use this ${noun}.`}
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
          <Tick
            name="is_retired"
            label="Out of use"
            description={
              kind === 'email'
                ? 'No letters and receipts go there any more.'
                : 'Nobody answers there any more.'
            }
          />
        </>
      )}
    </FormDialog>
  )
}

/** Records that staff correct, by table */
const correctable: Readonly<Record<string, (count: number) => string>> = {
  mentors: () => areas.mentors.label.one,
  mentees: () => areas.mentees.label.one,
  trainers: () => areas.trainers.label.one,
  donations: (count) => (count === 1 ? 'gift' : `${count.toLocaleString('en-US')} gifts`),
}

/** Why the others keep it */
const kept: Readonly<Record<string, string>> = {
  profiles: 'The account keeps it: only its owner changes the address to sign in with.',
  submissions: 'What they sent us keeps it.',
  newsletter_subscriptions: 'The newsletter keeps it: they subscribed with it.',
}

const valueSchema = z.object({ value: requiredLine(254) })

interface ValueDialogProps {
  person: string
  kind: Point['kind']
  /** The one that is corrected */
  old: Point | undefined
  onClose: () => void
}

function ValueDialog({ person, kind, old, onClose }: ValueDialogProps) {
  const saving = useMutation(savePoint(person))
  const form = useSchemaForm(valueSchema, { value: old?.value ?? '' })
  const records = Object.entries(old?.records ?? {})
  const beside = records.filter(([table]) => correctable[table])
  const [chosen, setChosen] = useState(() => beside.map(([table]) => table))
  const noun = nouns[kind]
  return (
    <FormDialog
      size="sm"
      title={old ? `Change ${noun}` : `Add ${noun}`}
      description={old ? old.value : 'Colleagues who see this person see it, too.'}
      form={form}
      saving={saving}
      save="Save"
      failed="This was not saved."
      onSubmit={({ value }) =>
        saving.mutate(
          { kind, point: old?.normalized ?? null, typed: value, records: chosen },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {(Field) => (
        <>
          <Field
            name="value"
            label={optionLabel(noun)}
            required
            type={kind === 'email' ? 'email' : 'tel'}
            autoComplete="off"
          />
          {beside.length > 0 && (
            <fieldset>
              <legend className="font-semibold">Correct it in these records, too?</legend>
              {beside.map(([table, count]) => (
                <CheckboxField
                  key={table}
                  label={optionLabel(correctable[table]!(count))}
                  description={
                    table === 'donations' && 'Gifts of the payment provider stay as they are.'
                  }
                  checked={chosen.includes(table)}
                  onChange={({ target }) =>
                    setChosen(
                      target.checked ? [...chosen, table] : chosen.filter((one) => one !== table),
                    )
                  }
                />
              ))}
            </fieldset>
          )}
          {records.map(
            ([table]) =>
              kept[table] && (
                <p key={table} className="text-sm text-ink-soft">
                  {kept[table]}
                </p>
              ),
          )}
        </>
      )}
    </FormDialog>
  )
}
