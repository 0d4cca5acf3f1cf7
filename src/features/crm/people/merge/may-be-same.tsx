import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { cn } from '@/shared/lib/cn'
import { isolated } from '@/shared/lib/isolated'
import { Failure } from '@/shared/account-ui/failure'
import { KeyHint } from '@/shared/account-ui/key-help'
import { PersonLink } from '@/shared/account-ui/person-link'
import { Button } from '@/shared/ui/button'
import { MergePersonsDialog } from './merge-persons-dialog'
import { useJoin } from './use-join'
import {
  dismissSuggestion,
  saveHousehold,
  type OnDone,
  type Suggestion,
} from '../person/people-queries'

interface Named {
  id: string
  name: string | null
  addresses?: readonly string[]
}

interface MayBeSameProps {
  person: Named
  /** Whether the text names them, or the context does. */
  isNamed: boolean
  other: Suggestion
  /** For a list used by keyboard: shows the keys, and moves on. */
  list?: {
    onAnswer: (item: HTMLElement) => void
    onDone: OnDone
  }
}

const same: Readonly<Record<string, string>> = {
  phone: 'same phone',
  email: 'same email, another name',
  post: 'same postal address',
  name: 'same name',
}

const nameOf = ({ name, addresses = [] }: Named) => name ?? addresses[0] ?? 'No name'

/** Tells two people with one name apart. */
function labelOf(who: Named): string {
  const [address] = who.addresses ?? []
  return nameOf(who) + addressBeside(who.name, address)
}
const addressBeside = (name: string | null, address: string | undefined) =>
  name && address && address !== name ? ` (${address})` : ''

/** Who may be the same person or a household, to confirm or dismiss. */
export function MayBeSame({ person, isNamed, other, list }: MayBeSameProps) {
  const item = useRef<HTMLLIElement>(null)
  const id = useId()
  const [made] = useState(() => crypto.randomUUID())
  const { join, asked, forget, ...joining } = useJoin(person.id, nameOf(person), person.addresses)
  const gathering = useMutation(saveHousehold)
  const dismissal = useMutation(dismissSuggestion(person.id))
  const isBusy = joining.isPending || gathering.isPending || dismissal.isPending
  const name = nameOf(other)
  const about = [person, other].map(labelOf).join(', ')

  /** Runs once; the next one already has the focus. */
  const once =
    (answer: () => void) =>
    ({ currentTarget }: MouseEvent<HTMLElement>) => {
      if (isBusy) return
      list?.onAnswer(currentTarget.closest('li')!)
      answer()
    }
  const onDone = list?.onDone
  const merge = once(() =>
    join({ merge: made, merged: other.id, name, about, onDone }, other.addresses),
  )
  const gather = (grp: string, people: [string, string], title: string) =>
    once(() => gathering.mutate({ grp, people, title, description: about, onDone }))
  const dismiss = (title: string) =>
    once(() => dismissal.mutate({ other: other.id, title, description: about, onDone }))

  const who = isNamed && <Who {...person} />
  const { text, yes, no } = {
    household: () => ({
      text: (
        <>
          {who ? <>{who} and</> : 'Lives at the same postal address as'} <Who {...other} />
          {who && ' live at the same postal address'}
          {other.partner && (
            <Detail>
              {other.partner_name
                ? `household ${isolated(other.partner_name)}`
                : 'one of them has a household'}
            </Detail>
          )}
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
          onMerged={forget}
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

function Who(who: Named) {
  return (
    <>
      <PersonLink address={who.id}>{nameOf(who)}</PersonLink>
      {addressBeside(who.name, who.addresses?.[0])}
    </>
  )
}

function Detail({ children }: { children: ReactNode }) {
  return <span className="text-sm text-ink-soft"> · {children}</span>
}
