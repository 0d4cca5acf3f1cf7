import { formatDate } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { isolated } from '@/shared/lib/isolated'
import { PersonLink } from '@/shared/account-ui/person-link'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { CheckboxField } from '@/shared/ui/field'
import { kindLabel } from '@/engine/core/people-search'
import type { SubjectRecord, SubjectRecords } from './rights-queries'

interface RecordsChoiceProps {
  shown: SubjectRecords
  chosen: readonly string[]
  /** Undefined where a colleague chose already */
  onChoose: ((chosen: string[]) => void) | undefined
}

/** Each record by name, to include or leave out. */
export function RecordsChoice({ shown, chosen, onChoose }: RecordsChoiceProps) {
  const { kind, leads_to, records } = shown
  return (
    <>
      {kind === 'address' && leads_to.length > 0 && (
        <Alert title="An address is only a claim.">
          This includes only the records with this address. It leads to{' '}
          {leads_to.map(({ id, name }, place) => (
            <span key={id}>
              {place > 0 && ', '}
              <PersonLink address={id}>{name ?? 'someone without a name'}</PersonLink>
            </span>
          ))}
          : start there for everything that is theirs.
        </Alert>
      )}
      {groups.map(({ title, hint, has }) => {
        const listed = records.filter(has)
        return (
          listed.length > 0 && (
            <Group
              key={title}
              {...{ title, listed, chosen, onChoose }}
              hint={kind === 'address' ? undefined : hint}
            />
          )
        )
      })}
    </>
  )
}

const isChild = ({ kind }: SubjectRecord) => kind === 'children' || kind === 'parent_contacts'

/** Children, and records from a form only, have to be looked at one by one. */
const groups: readonly {
  title: string
  hint?: string
  has: (record: SubjectRecord) => boolean
}[] = [
  { title: 'Records', has: (record) => record.is_sure && !isChild(record) },
  { title: 'Children', has: isChild },
  {
    title: 'Perhaps theirs',
    hint: 'A form, a payment or an import says so, and anyone can claim that. Check the ones that are theirs. The others become someone else’s.',
    has: (record) => !record.is_sure && !isChild(record),
  },
]

interface GroupProps extends Pick<RecordsChoiceProps, 'chosen' | 'onChoose'> {
  title: string
  hint: string | undefined
  listed: readonly SubjectRecord[]
}

function Group({ title, hint, listed, chosen, onChoose }: GroupProps) {
  const ids = listed.map(({ id }) => id)
  const others = chosen.filter((id) => !ids.includes(id))
  const taken = chosen.length - others.length
  const isAll = taken === ids.length
  return (
    <section aria-label={title}>
      <div className="flex items-end justify-between gap-3 border-b border-line pb-1.5">
        <h3 className="text-base font-semibold">
          {title}{' '}
          <span className="font-normal whitespace-nowrap text-ink-soft">
            {taken.toLocaleString('en-US')} of {ids.length.toLocaleString('en-US')}
          </span>
        </h3>
        {onChoose && ids.length > 1 && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => onChoose(isAll ? others : [...others, ...ids])}
          >
            {isAll ? 'None' : 'All'} <span className="sr-only">of {title.toLowerCase()}</span>
          </Button>
        )}
      </div>
      {hint && <p className="mt-2 text-sm text-ink-soft">{hint}</p>}
      <ul className={ids.length > 8 ? 'max-h-96 overflow-y-auto overscroll-contain' : undefined}>
        {listed.map((record) => (
          <li key={record.id} className="border-b border-line last:border-b-0">
            <CheckboxField
              label={labelOf(record)}
              description={<span dir="auto">{detailsOf(record).join(' · ')}</span>}
              className="pb-2"
              checked={chosen.includes(record.id)}
              disabled={!onChoose}
              onChange={({ target }) =>
                onChoose?.(
                  target.checked
                    ? [...chosen, record.id]
                    : chosen.filter((other) => other !== record.id),
                )
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const labels: Readonly<Record<string, string>> = {
  profiles: 'Account',
  donations: 'Gift',
  unposted_gifts: 'Gift, not posted',
  donor_pledges: 'Pledge',
  newsletter_subscriptions: 'Newsletter',
  people: 'Second contact',
}

function labelOf({ kind, entry, name, title, amount, child_name }: SubjectRecord): string {
  if (kind === 'children') return isolated(child_name ?? 'A child')
  if (kind === 'parent_contacts')
    return `The parent in the record of ${isolated(child_name ?? 'a child')}`
  const words = [
    labels[kind] ?? kindLabel(entry),
    amount !== null && formatDollars(amount),
    name !== null && isolated(name),
  ]
  const label = words.filter(Boolean).join(' · ')
  return kind === 'merges' ? `${label}, merged into ${isolated(title ?? 'another record')}` : label
}

function detailsOf(record: SubjectRecord): string[] {
  const { kind, name, title, email, phone, child_name, happened_at, is_sure } = record
  const said = [
    kind === 'submissions' && title,
    kind !== 'mentees' && !isChild(record) && child_name && `about ${isolated(child_name)}`,
    email,
    phone,
    `since ${formatDate(happened_at)}`,
    isChild(record) &&
      !is_sure &&
      'look at the family first: only a form named this parent, or contact is not allowed',
  ]
  return said.filter((word): word is string => typeof word === 'string' && word !== name)
}
