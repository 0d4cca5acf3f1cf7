import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '@/shared/lib/format-date'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Failure } from '@/shared/account-ui/failure'
import { PersonLink } from '@/shared/account-ui/person-link'
import { kindLabel } from '@/engine/core/people-search'
import {
  mergesIntoQuery,
  splitPerson,
  suggestionsQuery,
  undoPersonMerge,
  type PersonAt,
  type PersonLine,
} from '../person/people-queries'
import { MergePersonsDialog } from './merge-persons-dialog'
import { useJoin } from './use-join'
import { PersonPicker } from '../person/person-picker'
import { recordTables } from '../person/person-words'
import { MayBeSame } from './may-be-same'

const nameOf = ({ name, addresses }: PersonAt) => name ?? addresses[0] ?? 'No name'

/** Each person behind a shared address. */
export function Choice({ people }: { people: readonly PersonAt[] }) {
  return (
    <ul aria-label="People">
      {people.map((one) => (
        <li key={one.id} className="border-b border-line py-2 last:border-b-0">
          <PersonLink address={one.id}>{nameOf(one)}</PersonLink>
          <span className="block text-sm text-ink-soft">{one.kinds.map(kindLabel).join(', ')}</span>
        </li>
      ))}
    </ul>
  )
}

interface OtherPeopleProps {
  person: string
  name: string
  sharing: readonly PersonAt[]
}

/** People with the same address, possible duplicates, and those merged into this person. */
export function OtherPeople({ person, name, sharing }: OtherPeopleProps) {
  const merges = useQuery(mergesIntoQuery(person))
  const undo = useMutation(undoPersonMerge)
  const merged = merges.data ?? []
  const alike = useQuery(suggestionsQuery(person)).data ?? []
  if (sharing.length + merged.length + alike.length === 0) return null
  return (
    <ul aria-label="Other people" className="mb-5 border-y border-line">
      {sharing.map((one) => (
        <li
          key={one.id}
          className="border-b border-line py-1.5 wrap-anywhere last:border-b-0"
          dir="auto"
        >
          Shares {one.shared} with <PersonLink address={one.id}>{nameOf(one)}</PersonLink>
        </li>
      ))}
      {alike.map((one) => (
        <MayBeSame
          key={`${one.id} ${one.reason}`}
          person={{ id: person, name }}
          isNamed={false}
          other={one}
        />
      ))}
      {merged.map(({ id, name, actor_name, created_at }) => (
        <li
          key={id}
          className="flex items-start justify-between gap-3 border-b border-line py-1.5 last:border-b-0"
        >
          <span className="min-w-0 break-words" dir="auto">
            {name ?? 'Someone without a name'} was merged into this person
            <span className="block text-sm text-ink-soft">
              {formatDate(created_at)} by {actor_name ?? 'someone'}
            </span>
          </span>
          <Button
            variant="outline"
            size="sm"
            aria-label={`Undo the merge of ${name ?? 'someone'}`}
            loading={undo.isPending && undo.variables === id}
            disabled={undo.isPending}
            onClick={() => undo.mutate(id)}
          >
            Undo
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface DialogProps {
  person: string
  name: string
  onClose: () => void
}

/** Finds the same person under another address or name, and merges the two. */
export function SamePersonDialog({ person, name, onClose }: DialogProps) {
  const [merge] = useState(() => crypto.randomUUID())
  const { join, isPending, error, asked, forget } = useJoin(person, name)
  return (
    <PersonPicker
      title="Same person as…"
      description={`${name} and the other one become one person, with one gift total and one receipt. You can undo this for 30 days.`}
      pick="Same person"
      pickedAs=" as"
      saving={{ isPending, error }}
      failed="Not merged"
      without={[person]}
      onPick={(merged, other) => join({ merge, merged, name: other }, [], onClose)}
      onClose={onClose}
    >
      {asked && <MergePersonsDialog asked={asked} onMerged={onClose} onClose={forget} />}
    </PersonPicker>
  )
}

interface SplitDialogProps extends DialogProps {
  lines: readonly PersonLine[]
}

/** Moves records out of a person: they belong to someone else. */
export function SplitDialog({ person, name, lines, onClose }: SplitDialogProps) {
  const splitting = useMutation(splitPerson(person))
  const [new_person] = useState(() => crypto.randomUUID())
  const [chosen, setChosen] = useState<readonly string[]>([])
  const records = lines.flatMap((line) => (line.id ? { ...line, id: line.id } : []))
  const isSome = chosen.length > 0 && chosen.length < records.length
  return (
    <Dialog open onOpenChange={() => !splitting.isPending && onClose()}>
      <DialogContent
        size="sm"
        title={`Not all from ${name}?`}
        description="Choose the records that belong to someone else. They become a separate person."
      >
        <ul aria-label="Records" className="grid gap-1">
          {records.map(({ area, kind, id, name: said, title, happened_at }) => (
            <li key={id}>
              <label className="flex items-start gap-2 py-1 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  className="mt-1"
                  checked={chosen.includes(id)}
                  onChange={({ target }) =>
                    setChosen(
                      target.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
                    )
                  }
                />
                <span className="min-w-0 break-words" dir="auto">
                  {area === 'gifts' ? 'Gift' : kindLabel(kind)} · {said ?? title}
                  <span className="block text-sm text-ink-soft">{formatDate(happened_at)}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        <Failure of={splitting} title="Nothing was changed." className="mt-3" />
        <DialogFooter>
          <DialogClose variant="outline">Cancel</DialogClose>
          <Button
            aria-disabled={!isSome}
            loading={splitting.isPending}
            onClick={() =>
              isSome &&
              splitting.mutate(
                {
                  new_person,
                  rows: records
                    .filter(({ id }) => chosen.includes(id))
                    .map(({ area, id }) => ({ source: recordTables[area]!, id })),
                },
                { onSuccess: onClose },
              )
            }
          >
            Make two people
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
