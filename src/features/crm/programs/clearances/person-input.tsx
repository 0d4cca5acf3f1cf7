import { useId, useMemo, useState, type ReactNode } from 'react'
import { fold } from '@/shared/lib/fold'
import { fullName } from '@/shared/lib/full-name'
import { Field } from '@/shared/ui/field'
import type { Candidate } from './matched-files'

/** The browser lists no more at a time. */
const MOST_LISTED = 20

interface PersonInputProps {
  label: ReactNode
  people: readonly Candidate[]
  /** The id of the chosen person; empty while there is none */
  value: string
  disabled?: boolean
  error?: string | undefined
  className?: string
  /** With the id of the person, or empty while the text is of nobody. */
  onPick: (id: string) => void
}

/** Chooses one of many people by typing a part of the name or address. */
export function PersonInput({ people, value, onPick, ...field }: PersonInputProps) {
  const list = useId()
  const labels = useMemo(() => labelsOf(people), [people])
  const [typed, setTyped] = useState<string>()
  const text = typed ?? labels.get(value) ?? ''
  const wanted = fold(text).trim().split(/\s+/)
  const listed = [...labels.values()]
    .filter((label) => wanted.every((word) => fold(label).includes(word)))
    .slice(0, MOST_LISTED)
  return (
    <>
      <Field
        {...field}
        type="search"
        list={list}
        autoComplete="off"
        placeholder="Type a name"
        value={text}
        onChange={({ target }) => {
          setTyped(target.value)
          onPick([...labels].find(([, label]) => label === target.value)?.[0] ?? '')
        }}
      />
      <datalist id={list}>
        {listed.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
    </>
  )
}

const words = { mentors: 'mentor', trainers: 'trainer' } as const

/** Each person's name, kind and address, different from everyone else's. */
function labelsOf(people: readonly Candidate[]): ReadonlyMap<string, string> {
  const taken = new Map<string, number>()
  return new Map(
    people.map((person) => {
      const { id, kind, email } = person
      const label = `${fullName(person)} (${words[kind]}${email ? `, ${email}` : ''})`
      const place = (taken.get(label) ?? 0) + 1
      taken.set(label, place)
      return [id, place === 1 ? label : `${label} ${place}`]
    }),
  )
}
