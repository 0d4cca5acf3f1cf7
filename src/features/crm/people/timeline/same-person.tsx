import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '@/shared/lib/format-date'
import { isSearchable, usePeopleSearch } from '@/engine/core/people-search'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { Failure } from '@/shared/account-ui/failure'
import { Field } from '@/shared/ui/field'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { PersonLink } from '@/shared/account-ui/person-link'
import { linkPersons, unlinkPersons, type PersonRef } from '../people-queries'
import { kindLabel, refLabel, refOfRow } from '../person-words'

/** The links to other records of the same person, each with its removal. */
export function SamePerson({ refs, mayLink }: { refs: readonly PersonRef[]; mayLink: boolean }) {
  const removal = useMutation(unlinkPersons)
  const links = refs.filter(({ link }) => link)
  if (links.length === 0) return null
  return (
    <section aria-label="Same person" className="mb-5">
      <h3 className="border-b border-line pb-1.5 font-sans text-sm font-semibold">Same person</h3>
      <ul>
        {links.map(({ ref, name, link, author, linked_at }) => (
          <li
            key={link}
            className="flex items-start justify-between gap-3 border-b border-line py-2"
          >
            <span className="min-w-0 break-words" dir="auto">
              <PersonLink address={ref}>{name ?? refLabel(ref)}</PersonLink>
              <span className="block text-sm text-ink-soft">
                {ref.includes('@') && name ? `${ref} · ` : ''}
                {author ? `${author}, ` : ''}
                {formatDate(linked_at)}
              </span>
            </span>
            {mayLink && (
              <Button
                variant="outline"
                size="sm"
                loading={removal.isPending && removal.variables === link}
                onClick={() => link && !removal.isPending && removal.mutate(link)}
              >
                Unlink
                <span className="sr-only"> {name ?? refLabel(ref)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface SamePersonDialogProps {
  person: string
  name: string
  onClose: () => void
}

/** Searches for another record of the same person, and links it. */
export function SamePersonDialog({ person, name, onClose }: SamePersonDialogProps) {
  const [text, setText] = useState('')
  const { query, people, isSettled } = usePeopleSearch(text)
  const [link] = useState(() => crypto.randomUUID())
  const linking = useMutation(linkPersons(person))
  const others = people.flatMap((one) => {
    const ref = one.address ?? refOfRow(one.source, one.id)
    return ref && ref.toLowerCase() !== person.toLowerCase() ? [{ ...one, ref }] : []
  })
  return (
    <Dialog open onOpenChange={() => !linking.isPending && onClose()}>
      <DialogContent
        size="sm"
        title="Same person as…"
        description={`Everything of ${name} and of the other one is then shown together. Their records stay as they are, and you can undo this.`}
      >
        <Field
          label="Name, email address or phone"
          type="search"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Failure of={linking} title="Not linked" className="mt-3" />
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
          {others.map(({ id, ref, name: other, kinds }) => (
            <li
              key={id}
              className="flex items-center justify-between gap-3 border-b border-line py-2"
            >
              <span className="min-w-0 break-words" dir="auto">
                {other ?? refLabel(ref)}
                <span className="block text-sm text-ink-soft">
                  {[...kinds.map(kindLabel), ...(ref.includes('@') ? [ref] : [])].join(' · ')}
                </span>
              </span>
              <Button
                variant="outline"
                size="sm"
                loading={linking.isPending && linking.variables.other === ref}
                onClick={() =>
                  !linking.isPending &&
                  linking.mutate(
                    { link, other: ref, name: other ?? refLabel(ref) },
                    { onSuccess: onClose },
                  )
                }
              >
                Same person
                <span className="sr-only"> as {other ?? refLabel(ref)}</span>
              </Button>
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  )
}
