import { useId, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { cn } from '@/shared/lib/cn'
import { knownBy, usePeopleSearch, type Found } from '@/engine/core/people-search'
import { Input } from '@/shared/ui/input'

const MOST = 8

interface DonorInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  value: string
  onChange: (name: string) => void
  onPick: (name: string, found: Found) => void
}

/** The name of a person, typed or picked from the search results with arrow keys and Enter. */
export function DonorInput({ onChange, onBlur, onPick, ...control }: DonorInputProps) {
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState(-1)
  const { people: found, isSettled } = usePeopleSearch(isOpen ? control.value : '')
  // Fast typists could pick a person found for an earlier text.
  const people = isOpen && isSettled ? found.slice(0, MOST) : []
  const isShown = people.length > 0

  function pick(found: Found) {
    setOpen(false)
    setMarked(-1)
    onPick(found.name ?? found.address ?? '', found)
  }
  function onKeyDown(event: KeyboardEvent) {
    const isArrow = ['ArrowDown', 'ArrowUp'].includes(event.key) && !event.ctrlKey && !event.metaKey
    // Also during the search: fast typists would leave the field.
    if (isOpen && isArrow) event.preventDefault()
    if (!isShown) return
    if (isArrow) {
      const step = event.key === 'ArrowDown' ? 1 : -1
      setMarked((marked + step + people.length + (marked < 0 && step < 0 ? 1 : 0)) % people.length)
    } else if (event.key === 'Enter' && people[marked]) {
      event.preventDefault()
      pick(people[marked])
    } else if (event.key === 'Escape') {
      event.preventDefault()
      setOpen(false)
    }
  }

  return (
    <div className="relative">
      <Input
        {...control}
        role="combobox"
        autoComplete="off"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && marked >= 0 ? `${listId}-${marked}` : undefined}
        onChange={({ target }) => {
          setOpen(true)
          setMarked(-1)
          onChange(target.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          setOpen(false)
          onBlur?.(event)
        }}
      />
      <ul
        id={listId}
        role="listbox"
        aria-label="People found"
        hidden={!isShown}
        className="absolute start-0 top-full z-20 mt-1 max-h-80 w-max max-w-[min(24rem,calc(100vw-3rem))] min-w-full overflow-y-auto rounded-control border border-line-strong bg-paper-raised shadow-card"
      >
        {people.map((person, index) => (
          <li
            key={person.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === marked}
            // The input keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(person)}
            className={cn('cursor-pointer px-3.5 py-2', index === marked && 'bg-forest-500/12')}
          >
            <span className="block truncate" dir="auto">
              {person.name ?? person.address}
            </span>
            <span className="block truncate text-sm text-ink-soft" dir="auto">
              {knownBy(person).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
