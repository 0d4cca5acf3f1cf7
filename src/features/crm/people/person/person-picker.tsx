import { useState, type ReactNode } from 'react'
import { isSearchable, knownBy, usePeopleSearch } from '@/engine/core/people-search'
import { Failure } from '@/shared/account-ui/failure'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { Field } from '@/shared/ui/field'

interface PersonPickerProps {
  title: string
  description: string
  /** The label of each person's button; `pickedAs` ends it for screen readers, before the name. */
  pick: string
  pickedAs?: string
  /**
   * The write that `onPick` starts: the dialog stays open while it runs, and shows why it failed.
   */
  saving: { isPending: boolean; error: Error | null }
  /** The title of a failure, as in "Not merged" */
  failed: string
  /** People to leave out of the results */
  without: readonly string[]
  onPick: (person: string, name: string) => void
  onClose: () => void
  /** A question about the picked person */
  children?: ReactNode
}

/** A dialog that finds a person for an action. */
export function PersonPicker(props: PersonPickerProps) {
  const {
    title,
    description,
    pick,
    pickedAs = '',
    saving,
    failed,
    without,
    onPick,
    onClose,
    children,
  } = props
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<string>()
  const { query, people, isSettled } = usePeopleSearch(text)
  const others = people.filter(({ person }) => !without.includes(person))
  return (
    <Dialog open onOpenChange={() => !saving.isPending && onClose()}>
      <DialogContent size="sm" title={title} description={description}>
        <Field
          label="Name, email address or phone"
          type="search"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Failure of={saving} title={failed} className="mt-3" />
        {query.isError ? (
          <LoadFailure title="People could not be searched." query={query} className="mt-3" />
        ) : (
          <p role="status" className={others.length > 0 ? 'sr-only' : 'mt-3 text-ink-soft'}>
            {!isSearchable(text)
              ? 'Type three letters or digits in a row.'
              : !isSettled
                ? 'Searching people…'
                : others.length === 0
                  ? 'No one else found'
                  : `${others.length} found`}
          </p>
        )}
        <ul aria-label="People found" className="mt-2">
          {others.map((found) => {
            const { person, name, address } = found
            const called = name ?? address ?? 'No name'
            return (
              <li
                key={person}
                className="flex items-center justify-between gap-3 border-b border-line py-2"
              >
                <span className="min-w-0 break-words" dir="auto">
                  {called}
                  <span className="block text-sm text-ink-soft">{knownBy(found).join(' · ')}</span>
                </span>
                <Button
                  variant="outline"
                  size="sm"
                  loading={saving.isPending && picked === person}
                  onClick={() => {
                    if (saving.isPending) return
                    setPicked(person)
                    onPick(person, called)
                  }}
                >
                  {pick}
                  <span className="sr-only">
                    {pickedAs} {called}
                  </span>
                </Button>
              </li>
            )
          })}
        </ul>
        {children}
      </DialogContent>
    </Dialog>
  )
}
