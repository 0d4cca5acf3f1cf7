import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react'
import { knownBy, usePeopleSearch, type Found } from '@/engine/core/people-search'
import { EditorDialog, useEditor } from '@/shared/account-ui/editor-dialog'
import { Failure } from '@/shared/account-ui/failure'
import { FormFooter } from '@/shared/account-ui/form-footer'
import { optionLabel } from '@/shared/lib/option-label'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/field'
import { NativeSelect } from '@/shared/ui/native-select'
import {
  adultsOf,
  childrenOf,
  draftOf,
  familyToSave,
  mark,
  marksOf,
  relations,
  toggled,
  withAdult,
  withCard,
  withChild,
  withHome,
  withKnownChild,
  withoutNew,
  type DraftHome,
  type FamilyDraft,
  type Marks,
} from './family-draft'
import { joinFamily, rereadFamily, saveFamily, type FamilyCard } from './family-queries'

interface FamilyEditorProps {
  card: FamilyCard
  onClose: () => void
}

/** A family as one form, with one request to save it. */
export function FamilyEditor({ card, onClose }: FamilyEditorProps) {
  return (
    <EditorDialog
      size="lg"
      title="Family"
      description="Children, the adults who look after them, and where they live."
      onClose={onClose}
    >
      <Entries card={card} />
    </EditorDialog>
  )
}

/** What each part of the form reads and changes */
interface PartProps {
  draft: FamilyDraft
  seen: FamilyCard
  change: (to: (draft: FamilyDraft) => FamilyDraft) => void
}

const isConflict = (error: Error) => (error as { code?: unknown }).code === 'PT409'

function Entries({ card }: { card: FamilyCard }) {
  // A refetch under the form changes nothing in it; a colleague's change is told when it is saved.
  const [seen, setSeen] = useState(card)
  const [draft, setDraft] = useState(() => draftOf(card))
  const [isDirty, setDirty] = useState(false)
  const saving = useMutation(saveFamily)
  const reading = useMutation(rereadFamily)
  const joining = useMutation(joinFamily)
  const { send, close } = useEditor({ isDirty, isSaving: saving.isPending })
  const [added, setAdded] = useState<string>()

  const change: PartProps['change'] = (to) => {
    setDraft(to)
    setDirty(true)
  }
  function read(now: FamilyCard) {
    setDraft((earlier) => withCard(earlier, seen, now))
    setSeen(now)
  }
  function add(isChild: boolean) {
    const id = crypto.randomUUID()
    setAdded(id)
    change((earlier) => (isChild ? withChild : withAdult)(earlier, seen, id))
  }
  /** Someone whom we know takes the place of a line that was typed. */
  function pick(line: string, person: string, isChild: boolean) {
    joining.mutate(
      { seen, person, isChild },
      {
        onSuccess: (now) => {
          const marks = draft.ties.find(({ adult_id }) => adult_id === line)
          setSeen(now)
          change((earlier) => {
            const homes = earlier.members.filter(({ person_id }) => person_id === line)
            const next = withCard(withoutNew(earlier, line), seen, now)
            const moved = homes
              .filter(
                ({ group_id }) =>
                  !next.members.some(
                    (one) => one.group_id === group_id && one.person_id === person,
                  ),
              )
              .map((member) => ({ ...member, person_id: person }))
            const joined = { ...next, members: [...next.members, ...moved] }
            if (isChild) return withKnownChild(joined, now, person)
            const children = childrenOf(joined, now).map(({ id }) => id)
            return marks ? mark(joined, person, children, marksOnly(marks)) : joined
          })
        },
      },
    )
  }
  function submit() {
    send()
    saving.mutate(
      { family: familyToSave(draft, seen), seen },
      {
        onSuccess: close,
        onError: (error) => isConflict(error) && reading.mutate(seen, { onSuccess: read }),
      },
    )
  }

  const parts = { draft, seen, change }
  const lines = { ...parts, added, pick, isPicking: joining.isPending }
  return (
    <form
      noValidate
      aria-label="Family"
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) submit()
      }}
    >
      <Part title="Homes" add="Add home" onAdd={() => change((earlier) => withHome(earlier, seen))}>
        {draft.homes.map((home, index) => (
          <HomeLine key={home.id} {...parts} home={home} index={index} />
        ))}
      </Part>
      <Part title="Adults" add="Add adult" onAdd={() => add(false)}>
        {adultsOf(draft, seen).map((adult) => (
          <AdultFields key={adult.id} {...lines} adult={adult} />
        ))}
      </Part>
      <Part title="Children" add="Add child" onAdd={() => add(true)}>
        {childrenOf(draft, seen).map((child) => (
          <PersonFields key={child.id} {...lines} {...child} isChild hasContact={child.isNew}>
            <LivesAt {...parts} person={child.id} name={child.name} role="child" />
          </PersonFields>
        ))}
      </Part>
      <Failure of={joining} title="This person was not added." />
      <Failure of={saving} title="The family was not saved.">
        {saving.error && isConflict(saving.error) && (
          <p>The form has their change now. Check it, and save again.</p>
        )}
      </Failure>
      <FormFooter isSaving={saving.isPending || reading.isPending} save="Save family" />
    </form>
  )
}

const marksOnly = ({ relation, may_collect, must_not_collect, no_contact }: Marks): Marks => ({
  ...{ relation, may_collect, must_not_collect, no_contact },
})

interface FormPartProps {
  title: string
  add: string
  onAdd: () => void
  children: ReactNode
}

function Part({ title, add, onAdd, children }: FormPartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="border-b border-line pb-1 font-sans text-base font-semibold">
        {title}
      </h3>
      {children}
      <Button variant="outline" size="sm" className="mt-3" onClick={onAdd}>
        {add}
      </Button>
    </section>
  )
}

const place = (home: DraftHome, index: number) =>
  home.name?.trim() || home.address.street.trim() || `Home ${index + 1}`

function HomeLine({ draft, change, home, index }: PartProps & { home: DraftHome; index: number }) {
  const set = (part: Partial<DraftHome>) =>
    change((earlier) => ({
      ...earlier,
      homes: earlier.homes.map((one) => (one.id === home.id ? { ...one, ...part } : one)),
    }))
  const line = (key: keyof DraftHome['address'], label: string) => (
    <Field
      label={label}
      autoComplete="off"
      maxLength={200}
      value={home.address[key]}
      onChange={({ target }) => set({ address: { ...home.address, [key]: target.value } })}
    />
  )
  return (
    <fieldset className="border-b border-line py-3">
      <legend className="sr-only">{place(home, index)}</legend>
      <div className="grid grid-cols-2 gap-3 *:first:col-span-full sm:grid-cols-[2fr_1fr_5rem_7rem] sm:*:first:col-span-1">
        {line('street', draft.homes.length > 1 ? `Street of home ${index + 1}` : 'Street')}
        {line('city', 'City')}
        {line('region', 'State')}
        {line('postal_code', 'Postal code')}
      </div>
      {home.isNew && draft.homes.length > 1 && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-1"
          onClick={() => change((earlier) => withoutNew(earlier, home.id))}
        >
          Remove<span className="sr-only"> {place(home, index)}</span>
        </Button>
      )}
    </fieldset>
  )
}

interface LineProps extends PartProps {
  /** The line that was added last gets the focus. */
  added: string | undefined
  pick: (line: string, person: string, isChild: boolean) => void
  isPicking: boolean
}

interface PersonFieldsProps extends LineProps {
  id: string
  name: string | null
  isNew: boolean
  isChild: boolean
  hasContact: boolean
  children: ReactNode
}

function PersonFields(props: PersonFieldsProps) {
  const { draft, change, added, id, name, isNew, isChild, hasContact, children } = props
  const box = useRef<HTMLFieldSetElement>(null)
  const focus = useEffectEvent(() => added === id && box.current?.querySelector('input')?.focus())
  useEffect(() => void focus(), [])
  const typed = draft.typed[id] ?? { contact: '', language: '' }
  const type = (part: Partial<typeof typed>) =>
    change((earlier) => ({ ...earlier, typed: { ...earlier.typed, [id]: { ...typed, ...part } } }))
  const called = name?.trim() || (isChild ? 'New child' : 'New adult')
  return (
    <fieldset ref={box} className="border-b border-line py-3">
      <legend className="sr-only">{called}</legend>
      <div className="grid grid-cols-2 gap-3 *:first:col-span-full sm:grid-cols-[2fr_2fr_1fr] sm:*:first:col-span-1">
        {isNew ? (
          <Field
            label="Name"
            autoComplete="off"
            maxLength={200}
            value={name ?? ''}
            onChange={({ target }) =>
              change((earlier) => ({
                ...earlier,
                people: earlier.people.map((one) =>
                  one.id === id ? { ...one, name: target.value } : one,
                ),
              }))
            }
          />
        ) : (
          <p className="self-end pb-2 font-semibold wrap-anywhere" dir="auto">
            {called}
          </p>
        )}
        {hasContact ? (
          <Field
            label="Email or phone"
            autoComplete="off"
            maxLength={254}
            value={typed.contact}
            onChange={({ target }) => type({ contact: target.value })}
          />
        ) : (
          <span />
        )}
        <Field
          label="Language"
          autoComplete="off"
          maxLength={60}
          value={typed.language}
          onChange={({ target }) => type({ language: target.value })}
        />
      </div>
      {isNew && <Candidates {...props} text={name ?? ''} />}
      {children}
      {isNew && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-1"
          onClick={() => change((earlier) => withoutNew(earlier, id))}
        >
          Remove<span className="sr-only"> {called}</span>
        </Button>
      )}
    </fieldset>
  )
}

/** People of that name whom we know already: one press takes them instead of a new person. */
function Candidates({
  seen,
  id,
  isChild,
  pick,
  isPicking,
  text,
}: PersonFieldsProps & { text: string }) {
  const { people } = usePeopleSearch(text)
  const known = new Set([...seen.children, ...seen.adults].map((one) => one.id))
  const isFit = ({ kinds, person }: Found) =>
    !known.has(person) && kinds.includes('mentee') === isChild
  const found = people.filter(isFit).slice(0, 4)
  if (found.length === 0) return null
  return (
    <div className="mt-2 rounded-control bg-paper-sunken px-3 py-2">
      <p role="status" className="text-sm text-ink-soft">
        Already known?
      </p>
      <ul aria-label="Already known">
        {found.map((one) => (
          <li key={one.person} className="flex items-center justify-between gap-3 py-1">
            <span className="min-w-0 wrap-anywhere" dir="auto">
              {one.name ?? one.address ?? 'No name'}
              <span className="block text-sm text-ink-soft">{knownBy(one).join(' · ')}</span>
            </span>
            <Button
              variant="outline"
              size="sm"
              disabled={isPicking}
              onClick={() => pick(id, one.person, isChild)}
            >
              Use<span className="sr-only"> {one.name ?? one.address}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface AdultFieldsProps extends LineProps {
  adult: ReturnType<typeof adultsOf>[number]
}

function AdultFields({ adult, ...line }: AdultFieldsProps) {
  const { draft, seen, change } = line
  const { id, name, isNew, is_seen, is_of_record } = adult
  const children = childrenOf(draft, seen)
  const marks = marksOf(draft, seen, id)
  const [isSplit, setSplit] = useState(marks === undefined)
  const shown = isSplit ? children : children.slice(0, 1)
  const meant = (child: string) => (isSplit ? [child] : children.map((one) => one.id))
  return (
    <PersonFields
      {...line}
      {...adult}
      isChild={false}
      hasContact={isNew || (!is_seen && !is_of_record)}
    >
      {(adult.email ?? adult.phone) && (is_seen || is_of_record) && (
        <p className="text-sm text-ink-soft">
          {[adult.email, adult.phone].filter(Boolean).join(' · ')}
        </p>
      )}
      {shown.map((child) => (
        <MarksLine
          key={child.id}
          of={isSplit ? child.name.trim() || 'the new child' : undefined}
          adult={name?.trim() || 'the new adult'}
          tie={draft.ties.find((tie) => tie.child_id === child.id && tie.adult_id === id)}
          onChange={(to) => change((earlier) => mark(earlier, id, meant(child.id), to))}
        />
      ))}
      {children.length > 1 && !isSplit && (
        <Button variant="ghost" size="sm" onClick={() => setSplit(true)}>
          Differs by child<span className="sr-only">: {name}</span>
        </Button>
      )}
      <LivesAt
        {...line}
        person={id}
        name={name}
        role={marks?.relation === 'parent' ? 'parent' : 'relative'}
      />
    </PersonFields>
  )
}

interface MarksLineProps {
  /** The child, where it differs */
  of: string | undefined
  adult: string
  tie: (Marks & { is_of_record: boolean }) | undefined
  onChange: (marks: Partial<Marks> | null) => void
}

/** The mark that a mark takes away. */
const excludedBy: Readonly<Record<string, Partial<Marks>>> = {
  may_collect: { must_not_collect: false },
  must_not_collect: { may_collect: false },
}

function MarksLine({ of, adult, tie, onChange }: MarksLineProps) {
  const about = of ? `${adult}, ${of}` : adult
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
      {of && <span className="basis-full wrap-anywhere sm:basis-40">To {of}</span>}
      <NativeSelect
        aria-label={`Relation: ${about}`}
        className="w-40"
        value={tie?.relation ?? ''}
        onChange={({ target }) => onChange(target.value ? { relation: target.value } : null)}
      >
        {!tie?.is_of_record && <option value="">None</option>}
        {relations.map((value) => (
          <option key={value} value={value}>
            {optionLabel(value)}
          </option>
        ))}
      </NativeSelect>
      {(
        [
          ['may_collect', 'May collect'],
          ['must_not_collect', 'Must not collect'],
          ['no_contact', 'Must not be contacted'],
        ] as const
      ).map(([key, label]) => (
        <Tick
          key={key}
          label={label}
          about={about}
          disabled={!tie}
          checked={tie?.[key] ?? false}
          onChange={(is) => onChange({ [key]: is, ...(is && excludedBy[key]) })}
        />
      ))}
    </div>
  )
}

interface TickProps {
  label: string
  about: string
  checked: boolean
  disabled?: boolean
  onChange: (is: boolean) => void
}

function Tick({ label, about, checked, disabled, onChange }: TickProps) {
  return (
    <label className="flex items-center gap-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
      <span className="sr-only">: {about}</span>
    </label>
  )
}

interface LivesAtProps extends PartProps {
  person: string
  name: string | null
  role: string
}

function LivesAt({ draft, change, person, name, role }: LivesAtProps) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="text-sm text-ink-soft">Lives at</span>
      {draft.homes.map((home, index) => (
        <Tick
          key={home.id}
          label={place(home, index)}
          about={name?.trim() || 'new'}
          checked={draft.members.some(
            ({ group_id, person_id }) => group_id === home.id && person_id === person,
          )}
          onChange={() =>
            change((earlier) => ({
              ...earlier,
              members: toggled(earlier.members, home.id, person, role),
            }))
          }
        />
      ))}
    </div>
  )
}
