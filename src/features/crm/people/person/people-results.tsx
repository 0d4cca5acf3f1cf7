import { Command } from 'cmdk'
import Phone from 'lucide-react/icons/phone'
import RotateCw from 'lucide-react/icons/rotate-cw'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { isolated } from '@/shared/lib/isolated'
import { refOfPhone } from '@/shared/lib/person-address'
import { isSearchable, kindLabel, usePeopleSearch, type Found } from '@/engine/core/people-search'
import { foundFilesQuery } from '@/engine/files/file-queries'
import { kindOf } from '@/engine/files/file-words'
import { rowAddress } from './person-words'

interface PeopleResultsProps {
  text: string
  /** How the palette draws its list, a group and an item */
  look: { list: string; group: string; item: string }
  onFind: (target: { person: string } | { to: string }) => void
  /** The entries above them in the list. */
  children: ReactNode
}

/** The command palette's list, with the people and files that a search finds. */
export function PeopleResults({ text, look, onFind, children }: PeopleResultsProps) {
  const { query, people, isSettled, settled } = usePeopleSearch(text)
  const foundFiles = useQuery(foundFilesQuery(settled))
  const files = isSearchable(text) ? (foundFiles.data ?? []) : []
  const isAsked = text.trim() !== ''
  const phone = refOfPhone(text)
  const count = people.length + files.length
  return (
    <>
      <Command.List className={look.list}>
        {children}
        {people.length > 0 && (
          <Command.Group heading="People" className={look.group}>
            {people.map((one) => {
              const { person, name, address } = one
              return (
                <Command.Item
                  key={person}
                  value={`person ${person}`}
                  className={look.item}
                  onSelect={() => onFind({ person })}
                >
                  <UserRound aria-hidden="true" />
                  <span className="min-w-0 flex-1 py-1">
                    <span className="block truncate" dir="auto">
                      {name ?? address ?? 'No name'}
                    </span>
                    <span className="block truncate text-sm text-ink-muted" dir="auto">
                      {describe(one)}
                    </span>
                  </span>
                </Command.Item>
              )
            })}
            {phone && (
              <Command.Item
                value={`person ${phone}`}
                className={look.item}
                onSelect={() => onFind({ person: phone })}
              >
                <Phone aria-hidden="true" />
                Everything under this phone number
              </Command.Item>
            )}
          </Command.Group>
        )}
        {files.length > 0 && (
          <Command.Group heading="Files" className={look.group}>
            {files.map(({ id, name, type, record_kind, record_id, record_name }) => {
              const { label, Icon } = kindOf(type)
              return (
                <Command.Item
                  key={id}
                  value={`file ${id}`}
                  className={look.item}
                  onSelect={() => onFind({ to: rowAddress(record_kind, record_id)! })}
                >
                  <Icon aria-hidden="true" />
                  <span className="min-w-0 flex-1 py-1">
                    <span className="block truncate" dir="auto">
                      {name}
                    </span>
                    <span className="block truncate text-sm text-ink-muted">
                      {[label, record_name && isolated(record_name)].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                </Command.Item>
              )
            })}
          </Command.Group>
        )}
        {foundFiles.isError && (
          <Command.Item
            value="files again"
            className={look.item}
            onSelect={() => void foundFiles.refetch()}
          >
            <RotateCw aria-hidden="true" />
            Files could not be searched. Try again
          </Command.Item>
        )}
        {query.isError && (
          <Command.Item
            value="person again"
            className={look.item}
            onSelect={() => void query.refetch()}
          >
            <RotateCw aria-hidden="true" />
            People could not be searched. Try again
          </Command.Item>
        )}
      </Command.List>
      {isAsked && (
        <p
          role="status"
          className={count > 0 || query.isError ? 'sr-only' : 'px-4.5 pb-4 text-ink-soft'}
        >
          {!isSearchable(text)
            ? 'To find people, type three letters or digits in a row.'
            : !isSettled || foundFiles.isFetching
              ? 'Searching people and files…'
              : query.isError
                ? ''
                : count === 0
                  ? 'No people or files found'
                  : `${count} found`}
        </p>
      )}
    </>
  )
}

function describe({ name, address, kinds }: Found): string {
  const what = kinds.map(kindLabel).join(', ')
  return name && address ? `${what} · ${address}` : what
}
