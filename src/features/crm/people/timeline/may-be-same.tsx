import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { cn } from '@/shared/lib/cn'
import { Failure } from '@/shared/account-ui/failure'
import { KeyHint } from '@/shared/account-ui/key-help'
import { PersonLink } from '@/shared/account-ui/person-link'
import { undoable } from '@/engine/core/undoable'
import { Button } from '@/shared/ui/button'
import { MergePersonsDialog } from '../merge/merge-persons-dialog'
import { useJoin } from '../merge/use-join'
import {
  dismissSuggestion,
  saveHousehold,
  undoPersonMerge,
  type Suggestion,
} from '../people-queries'

interface Named {
  id: string
  name: string | null
  addresses?: readonly string[]
}

interface MayBeSameProps {
  person: Named
  /** Whether the text names them, or they are known from around it. */
  isNamed: boolean
  other: Suggestion
  /** Of a list that is worked through by keyboard: shows the keys, and moves on. */
  list?: {
    onAnswer: (item: HTMLElement) => void
    /** It is stored. */
    onDone: (undo: () => void) => void
  }
}

const same: Readonly<Record<string, string>> = {
  phone: 'same phone',
  email: 'same email, another name',
  post: 'same postal address',
  name: 'same name',
}

const nameOf = ({ name, addresses = [] }: Named) => name ?? addresses[0] ?? 'No name'

/** Who may be the same person or a household, to confirm or dismiss. */
export function MayBeSame({ person, isNamed, other, list }: MayBeSameProps) {
  const client = useQueryClient()
  const item = useRef<HTMLLIElement>(null)
  const id = useId()
  const [made] = useState(() => crypto.randomUUID())
  const { join, asked, forget, ...joining } = useJoin(person.id, nameOf(person), person.addresses)
  const gathering = useMutation(saveHousehold)
  const dismissal = useMutation(dismissSuggestion(person.id))
  const isBusy = joining.isPending || gathering.isPending || dismissal.isPending
  const name = nameOf(other)
  const about = `${nameOf(person)}, ${name}`

  /** Runs once, and the next one has the focus already. */
  const once =
    (answer: () => void) =>
    ({ currentTarget }: MouseEvent<HTMLElement>) => {
      if (isBusy) return
      list?.onAnswer(currentTarget.closest('li')!)
      answer()
    }
  const onMerged = () => list?.onDone(undoable(client, undoPersonMerge, made))
  const merge = once(() => join({ merge: made, merged: other.id, name }, onMerged, other.addresses))
  const gather = (grp: string, people: [string, string], title: string) =>
    once(() => {
      const change = { grp, people, title, description: about }
      gathering.mutate(change, {
        onSuccess: () =>
          list?.onDone(undoable(client, saveHousehold, { ...change, isUndo: true as const })),
      })
    })
  const dismiss = (title: string) =>
    once(() => {
      const change = { other: other.id, title, description: about }
      dismissal.mutate(change, {
        onSuccess: () =>
          list?.onDone(
            undoable(client, dismissSuggestion(person.id), { ...change, isUndo: true as const }),
          ),
      })
    })

  const who = isNamed && <Who {...person} />
  const { text, yes, no } = {
    household: () => ({
      text: (
        <>
          {who ? <>{who} and</> : 'Lives at the same postal address as'} <Who {...other} />
          {who && ' live at the same postal address'}
          {other.partner && <Detail>household {other.partner_name ?? 'without a name'}</Detail>}
        </>
      ),
      yes: {
        does: gather(other.partner ?? made, [person.id, other.id], 'Household saved'),
        key: 'h',
        label: other.partner ? 'Add to household' : 'Household',
        with: `with ${name}`,
      },
      no: { does: dismiss('No household'), label: 'No household', with: `with ${name}` },
    }),
    couple: () => ({
      text: (
        <>
          {who} {who ? 'may be' : 'May be'} the household of <Who {...other} /> and{' '}
          <PersonLink address={other.partner!}>{other.partner_name ?? 'No name'}</PersonLink>
        </>
      ),
      yes: {
        does: gather(person.id, [other.id, other.partner!], 'They are a household now'),
        key: 'h',
        label: 'Make them a household',
        with: `: ${name}, ${other.partner_name}`,
      },
      no: { does: dismiss('Not these two'), label: 'Not these two', with: `: ${about}` },
    }),
    same: () => ({
      text: (
        <>
          {who} {who ? 'may be' : 'May be'} the same as <Who {...other} />
          <Detail>{same[other.reason]}</Detail>
        </>
      ),
      yes: { does: merge, key: 's', label: 'Same person', with: `as ${name}` },
      no: { does: dismiss('Not the same person'), label: 'Someone else', with: `than ${name}` },
    }),
  }[other.reason === 'household' || other.reason === 'couple' ? other.reason : 'same']()

  return (
    <li
      ref={item}
      className={cn(
        'border-b border-line py-1.5 last:border-b-0',
        list && '-mx-3 px-3 focus-within:bg-paper-sunken',
      )}
      {...(list && { tabIndex: -1, 'aria-labelledby': id })}
    >
      <p id={id} className="wrap-anywhere" dir="auto">
        {text}
      </p>
      <div className="mt-1 flex flex-wrap gap-2">
        {(
          [
            { ...yes, variant: 'outline', loading: joining.isPending || gathering.isPending },
            { ...no, key: 'n', variant: 'ghost', loading: dismissal.isPending },
          ] as const
        ).map(({ key, does, label, with: rest, ...look }) => (
          <Button
            key={key}
            size="sm"
            {...look}
            {...(list && { 'data-key': key, 'aria-keyshortcuts': key })}
            onClick={does}
          >
            {label}
            <span className="sr-only"> {rest}</span>
            {list && <KeyHint>{key.toUpperCase()}</KeyHint>}
          </Button>
        ))}
      </div>
      <Failure of={joining} title="Not merged" className="mt-2" />
      <Failure of={gathering} title="No household was saved." className="mt-2" />
      <Failure of={dismissal} title="The answer was not saved." className="mt-2" />
      {asked && (
        <MergePersonsDialog
          asked={asked}
          onMerged={() => {
            forget()
            onMerged()
          }}
          onClose={forget}
          onCloseAutoFocus={(event) => {
            const button = item.current?.querySelector('button')
            if (!button) return
            event.preventDefault()
            button.focus()
          }}
        />
      )}
    </li>
  )
}

/** Tells two people of one name apart. */
function Who({ id, name, addresses = [] }: Named) {
  const [address] = addresses
  return (
    <>
      <PersonLink address={id}>{nameOf({ id, name, addresses })}</PersonLink>
      {name && address && address !== name && ` (${address})`}
    </>
  )
}

function Detail({ children }: { children: ReactNode }) {
  return <span className="text-sm text-ink-soft"> · {children}</span>
}
