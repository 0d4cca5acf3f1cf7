import { useMutation, useQuery } from '@tanstack/react-query'
import { memo, useCallback, useDeferredValue, useState } from 'react'
import { isolated } from '@/shared/lib/isolated'
import { fold } from '@/shared/lib/fold'
import { fullName } from '@/shared/lib/full-name'
import { optionLabel } from '@/shared/lib/option-label'
import type { RowDialogProps } from '@/engine/core/define-resource'
import type { Tables } from '@/shared/supabase/database.types'
import { Failure } from '@/shared/account-ui/failure'
import { Loading } from '@/shared/account-ui/loading'
import { Checkbox } from '@/shared/ui/checkbox'
import { EditorDialog, useEditor } from '@/shared/account-ui/editor-dialog'
import { FormFooter } from '@/shared/account-ui/form-footer'
import { Input } from '@/shared/ui/input'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/shared/account-ui/tabs'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { formatDay } from '@/shared/lib/format-date'
import { StandingMark } from './clearances/standing-mark'
import { personKinds, type Person, type PersonKind } from './assignable-people'
import {
  assignmentsQuery,
  marksQuery,
  saveAssignments,
  without,
  type Assignable,
  type Mark,
  type Selection,
} from './assignments-queries'

export type Program = Pick<Tables<'programs'>, 'id' | 'name'>

export function AssignmentsDialog({ row: program, onClose }: RowDialogProps<Program>) {
  const assignments = useQuery(assignmentsQuery(program.id))
  return (
    <EditorDialog
      size="lg"
      title="Manage Program Assignments"
      description={`Choose who takes part in ${program.name}.`}
      onClose={onClose}
    >
      {assignments.data ? (
        <Selecting programId={program.id} loaded={assignments.data} />
      ) : (
        <Loading
          query={assignments}
          what="The people"
          label="Loading people..."
          className="my-10"
        />
      )}
    </EditorDialog>
  )
}

interface SelectingProps {
  programId: string
  loaded: Record<PersonKind, Assignable>
}

/** Mounted only once all people are loaded, so that an incomplete list is never saved. */
function Selecting({ programId, loaded }: SelectingProps) {
  const [assigned] = useState<Selection>({
    mentees: loaded.mentees.assigned,
    mentors: loaded.mentors.assigned,
    trainers: loaded.trainers.assigned,
  })
  const saving = useMutation(saveAssignments(programId, assigned))
  const [chosen, setChosen] = useState(assigned)
  const isDirty = personKinds.some(
    (kind) =>
      without(chosen[kind], assigned[kind]).length + without(assigned[kind], chosen[kind]).length,
  )
  const { close } = useEditor({ isDirty, isSaving: saving.isPending })
  const [searches, setSearches] = useState({ mentees: '', mentors: '', trainers: '' })

  const choose = useCallback((kind: PersonKind, id: string, isChosen: boolean) => {
    setChosen((before) => {
      const after = new Set(before[kind])
      if (isChosen) after.add(id)
      else after.delete(id)
      return { ...before, [kind]: after }
    })
  }, [])

  return (
    <form
      aria-label="Assignments"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate(chosen, { onSuccess: close })
      }}
    >
      <Tabs defaultValue="mentees">
        <TabsList aria-label="Kind of people">
          {personKinds.map((kind) => (
            <TabsTrigger key={kind} value={kind}>
              {optionLabel(kind)} ({chosen[kind].size.toLocaleString('en-US')})
            </TabsTrigger>
          ))}
        </TabsList>
        {personKinds.map((kind) => (
          <TabsContent key={kind} value={kind}>
            <Checklist
              kind={kind}
              programId={programId}
              {...loaded[kind]}
              chosen={chosen[kind]}
              onChoose={choose}
              search={searches[kind]}
              onSearch={(text) => setSearches((before) => ({ ...before, [kind]: text }))}
            />
          </TabsContent>
        ))}
      </Tabs>
      <Failure of={saving} title="Error" className="mt-5" />
      <FormFooter isSaving={saving.isPending} save="Save Assignments" saving="Saving..." />
    </form>
  )
}

interface ChecklistProps extends Assignable {
  kind: PersonKind
  programId: string
  chosen: ReadonlySet<string>
  onChoose: (kind: PersonKind, id: string, isChosen: boolean) => void
  search: string
  onSearch: (text: string) => void
}

function Checklist({
  kind,
  programId,
  people,
  kept,
  keptUnseen,
  chosen,
  onChoose,
  search,
  onSearch,
}: ChecklistProps) {
  const marks = useQuery({
    ...marksQuery(programId, kind === 'trainers' ? 'trainers' : 'mentors'),
    enabled: kind !== 'mentees',
  })
  const wanted = fold(useDeferredValue(search)).trim().split(/\s+/)
  const [chosenFirst] = useState(() => [
    ...people.filter(({ id }) => chosen.has(id)),
    ...people.filter(({ id }) => !chosen.has(id)),
  ])
  const found = chosenFirst.filter((person) => {
    const label = fold(personLabel(person))
    return wanted.every((word) => label.includes(word))
  })

  return (
    <>
      {people.length === 0 ? (
        <p className="py-6 text-center text-ink-soft">There are no active {kind} yet.</p>
      ) : (
        <>
          <Input
            type="search"
            aria-label={`Search ${kind}`}
            placeholder={`Search ${kind} by name or email`}
            value={search}
            onChange={({ target }) => onSearch(target.value)}
            onKeyDown={(event) => {
              // Enter looks for people; it does not save the assignments.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
          <p className="mt-2 text-sm text-ink-soft" aria-live="polite">
            {search.trim()
              ? `${found.length.toLocaleString('en-US')} of ${people.length.toLocaleString('en-US')} found`
              : `${people.length.toLocaleString('en-US')} active`}
            , {chosen.size.toLocaleString('en-US')} chosen
          </p>
          {marks.isLoadingError && (
            <LoadFailure title="Who meets the requirements could not be loaded." query={marks} />
          )}
          <ul
            aria-label={optionLabel(kind)}
            className="relative mt-2 h-72 overflow-y-auto rounded-control border border-line-strong bg-paper-raised px-4 py-1"
          >
            {found.map((person) => (
              <PersonChoice
                key={person.id}
                kind={kind}
                person={person}
                mark={kind === 'mentees' ? undefined : marks.data?.get(person.id)}
                checked={chosen.has(person.id)}
                onChoose={onChoose}
              />
            ))}
          </ul>
        </>
      )}
      {kept.length + keptUnseen > 0 && (
        <p className="mt-3 text-sm text-ink-soft">
          No longer active, but still in the program: {keptText(kept, keptUnseen)}.
        </p>
      )}
    </>
  )
}

interface PersonChoiceProps {
  kind: PersonKind
  person: Person
  mark: Mark | undefined
  checked: boolean
  onChoose: (kind: PersonKind, id: string, isChosen: boolean) => void
}

/** Memoized, and painted only in view: a list may have thousands. */
const PersonChoice = memo(function PersonChoice({
  kind,
  person,
  mark,
  checked,
  onChoose,
}: PersonChoiceProps) {
  return (
    <li className="[contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]">
      <label className="flex min-h-11 items-center gap-3 py-1">
        <Checkbox
          checked={checked}
          onChange={({ target }) => onChoose(kind, person.id, target.checked)}
        />
        <span className="min-w-0 break-words">
          {personLabel(person)}
          {mark && <Marks mark={mark} />}
        </span>
      </label>
    </li>
  )
})

/** What a person lacks for the program, or until when everything is met. */
function Marks({ mark: { unmet, until } }: { mark: Mark }) {
  if (unmet.length === 0) {
    return (
      until && (
        <span className="block text-sm text-ink-soft">
          Requirements met until {formatDay(until)}
        </span>
      )
    )
  }
  return unmet.map((standing) => (
    <StandingMark
      key={`${standing.name} ${standing.version}`}
      standing={standing}
      className="text-sm"
    />
  ))
}

/** "First Last (email)" */
function personLabel({ email, ...names }: Person): string {
  const name = isolated(fullName(names))
  return email ? `${name} (${email})` : name
}

function keptText(kept: readonly Person[], unseen: number): string {
  const names = kept.map(personLabel)
  if (unseen > 0)
    names.push(
      names.length > 0 ? `${unseen} more` : `${unseen} ${unseen === 1 ? 'person' : 'people'}`,
    )
  return names.join(', ')
}
