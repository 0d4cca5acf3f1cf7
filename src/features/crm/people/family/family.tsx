import { useMutation } from '@tanstack/react-query'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useAuth } from '@/shared/auth/auth-context'
import { optionLabel } from '@/shared/lib/option-label'
import { Button } from '@/shared/ui/button'
import { NativeSelect } from '@/shared/ui/native-select'
import { PersonLink } from '@/shared/account-ui/person-link'
import { openFamily, saveGuardian, type Guardian, type Relation, type Ties } from './ties-queries'

const relations = ['parent', 'guardian', 'relative', 'other']

/** The limit of private.children_around */
const mostChildren = 40

interface FamilyProps {
  person: string
  ties: Ties
  isFetching: boolean
  onAdd: () => void
}

/** For readers of mentees, after a click that is recorded: parents and guardians of children. */
export function Family({ person, ties, isFetching, onAdd }: FamilyProps) {
  const { can } = useAuth()
  const opening = useMutation(openFamily(person))
  if (!can('can_manage_mentees')) return null
  const isShown = ties.family.length > 0 || (opening.isSuccess && ties.is_open && !isFetching)
  return (
    <section aria-label="Children and guardians" className="mt-3">
      {isShown ? (
        <>
          <h4 className="border-b border-line pb-1 font-sans text-sm font-semibold">
            Children and guardians
          </h4>
          {ties.family.length === 0 && <p className="py-1.5 text-ink-soft">None on record</p>}
          <ul aria-label="Relations">
            {ties.family.map((one) => (
              <Relative key={`${one.child} ${one.adult}`} one={one} person={person} />
            ))}
          </ul>
          {new Set(ties.family.map(({ child }) => child)).size >= mostChildren && (
            <p className="py-1.5 text-ink-soft">Only {mostChildren} children are shown.</p>
          )}
          {ties.is_child && (
            <Button variant="outline" size="sm" className="mt-2" onClick={onAdd}>
              Add parent or guardian
            </Button>
          )}
        </>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            variant="outline"
            size="sm"
            loading={opening.isPending || (opening.isSuccess && isFetching)}
            onClick={() => opening.mutate()}
          >
            <LockKeyhole aria-hidden="true" />
            Show children and guardians
          </Button>
          <p className="text-xs text-ink-soft">Opening them is recorded.</p>
        </div>
      )}
    </section>
  )
}

function Relative({ one, person }: { one: Guardian; person: string }) {
  const saving = useMutation(saveGuardian)
  const { child, adult, child_name, relation, may_collect, no_contact, is_of_record } = one
  const from: Relation = { relation, may_collect, no_contact }
  const adultName = one.adult_name ?? one.email ?? one.phone ?? 'No name'
  const save = (to: Relation | null, title: string) =>
    !saving.isPending && saving.mutate({ child, adult, to, from, title })
  return (
    <li className="border-b border-line py-2">
      <p className="wrap-anywhere" dir="auto">
        {one.is_seen && adult !== person ? (
          <PersonLink address={adult}>{adultName}</PersonLink>
        ) : (
          adultName
        )}
        , {relation} of{' '}
        {child === person ? child_name : <PersonLink address={child}>{child_name}</PersonLink>}
      </p>
      {(one.email ?? one.phone) && (
        <p className="text-sm wrap-anywhere text-ink-soft" dir="auto">
          {[one.email, one.phone].filter(Boolean).join(' · ')}
        </p>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
        <NativeSelect
          aria-label={`What ${adultName} is to ${child_name}`}
          className="w-32"
          value={relation}
          onChange={({ target }) => save({ ...from, relation: target.value }, 'Relation changed')}
        >
          {relations.map((value) => (
            <option key={value} value={value}>
              {optionLabel(value)}
            </option>
          ))}
        </NativeSelect>
        {(
          [
            ['may_collect', 'May collect'],
            ['no_contact', 'Must not be contacted'],
          ] as const
        ).map(([key, label]) => (
          <label key={key} className="flex items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={one[key]}
              onChange={({ target }) =>
                save({ ...from, [key]: target.checked }, 'Relation changed')
              }
            />
            {label}
            <span className="sr-only">
              : {adultName}, {child_name}
            </span>
          </label>
        ))}
        {is_of_record ? (
          <span className="text-sm text-ink-soft">From the child’s record</span>
        ) : (
          <Button variant="ghost" size="sm" onClick={() => save(null, 'Guardian removed')}>
            Remove
            <span className="sr-only"> {adultName}</span>
          </Button>
        )}
      </div>
    </li>
  )
}
