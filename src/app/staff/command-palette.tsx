import * as RadixDialog from '@radix-ui/react-dialog'
import { Command } from 'cmdk'
import BookOpenText from 'lucide-react/icons/book-open-text'
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import Plus from 'lucide-react/icons/plus'
import Search from 'lucide-react/icons/search'
import { Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { useLocation, useNavigate, type NavigateOptions, type To } from 'react-router-dom'
import type { RequiredRights } from '@/shared/auth/required-rights'
import { useAuth } from '@/shared/auth/auth-context'
import { menuFor, paletteFor } from '@/shared/auth/routes'
import { fold } from '@/shared/lib/fold'
import { personLocation } from '@/shared/lib/person-address'
import { findWords } from '../help/words'
import { queueTabs } from './queue-tabs'
import { recentRoutes } from './recent-routes'
import type { StaffMenu } from './staff-rail'

export interface PeopleResults {
  requiredRights: RequiredRights
  /** The list, with the people and files that the text finds */
  Results: ComponentType<{
    text: string
    /** How the list, a group and an item are drawn */
    look: { list: string; group: string; item: string }
    onFind: (target: { person: string } | { to: string }) => void
    /** The entries above them in the list. */
    children: ReactNode
  }>
}

interface CommandPaletteProps extends Pick<StaffMenu, 'sections'> {
  people: PeopleResults | undefined
  /** The text typed while the palette loaded */
  typed: string
  onClose: () => void
}

/** Finds pages, actions, words, people and files by the typed text. */
export function CommandPalette({ sections, people, typed, onClose }: CommandPaletteProps) {
  const auth = useAuth()
  const navigate = useNavigate()
  const location = useLocation()
  const [text, setText] = useState(typed)
  const Results = people && auth.can(...people.requiredRights) ? people.Results : undefined
  const { visited, others, actions, words, isEmpty } = useTargets(text, sections)

  function go(to: To, options?: NavigateOptions) {
    onClose()
    void navigate(to, options)
  }

  const groups = (
    <>
      {[
        { heading: 'Recent', shown: visited },
        { heading: 'Go to', shown: others },
      ].map(
        ({ heading, shown }) =>
          shown.length > 0 && (
            <Command.Group key={heading} heading={heading} className={group}>
              {shown.map(({ to, title, label, Icon }) => (
                <Command.Item
                  key={to}
                  value={`${title} ${label}`.trim()}
                  className={item}
                  onSelect={() => go(to)}
                >
                  <Icon aria-hidden="true" />
                  {label}
                  {title && <span className="ms-auto text-sm text-ink-muted">{title}</span>}
                </Command.Item>
              ))}
            </Command.Group>
          ),
      )}
      {actions.length > 0 && (
        <Command.Group heading="Actions" className={group}>
          {actions.map(({ to, label }) => (
            <Command.Item
              key={to}
              value={label}
              className={item}
              onSelect={() => go(to, { state: { add: true } })}
            >
              <Plus aria-hidden="true" />
              {label}
            </Command.Item>
          ))}
        </Command.Group>
      )}
      {words.length > 0 && (
        <Command.Group heading="Words" className={group}>
          {words.map(({ term, meaning, to }) => (
            <Command.Item
              key={term}
              value={`word ${term}`}
              className={item}
              onSelect={() => go(to)}
            >
              <BookOpenText aria-hidden="true" />
              <span className="min-w-0 flex-1 py-1">
                <b className="font-semibold">{term}</b>
                <span className="block text-sm text-ink-muted">{meaning}</span>
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </>
  )

  return (
    <RadixDialog.Root open onOpenChange={onClose}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 grid justify-items-center bg-scrim p-3 pt-[12vh] data-[state=open]:animate-appear">
          <RadixDialog.Content
            aria-describedby={undefined}
            className="h-fit w-full max-w-xl overflow-hidden rounded-card border border-line bg-paper-raised text-ink shadow-overlay"
          >
            <RadixDialog.Title className="sr-only">Search</RadixDialog.Title>
            <Command loop shouldFilter={false} label="Search">
              <div className="flex items-center gap-3 border-b border-line px-4 text-ink-soft svg:size-4 svg:flex-none">
                <Search aria-hidden="true" />
                <Command.Input
                  value={text}
                  onValueChange={setText}
                  placeholder={
                    Results
                      ? 'Find a person, a file, a page or an action…'
                      : 'Go to a page, or add something…'
                  }
                  className="h-12 w-full bg-transparent text-base text-ink outline-none! placeholder:text-ink-muted"
                />
              </div>
              {Results ? (
                <Suspense fallback={<Command.List className={list}>{groups}</Command.List>}>
                  <Results
                    text={text}
                    look={{ list, group, item }}
                    onFind={(target) => {
                      if ('to' in target) return go(target.to)
                      const { search, state } = personLocation(location, target.person)
                      go({ search }, { state })
                    }}
                  >
                    {groups}
                  </Results>
                </Suspense>
              ) : (
                <>
                  <Command.List className={list}>{groups}</Command.List>
                  {isEmpty && (
                    <p role="status" className="p-4 text-center text-ink-soft">
                      No matches
                    </p>
                  )}
                </>
              )}
            </Command>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/** The pages, their parts and the actions that a text finds; without text, the recent routes first. */
function useTargets(text: string, sections: StaffMenu['sections']) {
  const auth = useAuth()
  const [recent] = useState(recentRoutes)
  const parts = fold(text).split(/\s+/)
  const isMatch = (name: string) => parts.every((part) => fold(name).includes(part))
  const pages = menuFor(auth)
  const places = pages.flatMap(({ name, to, title }) =>
    [...(sections[name] ?? []), ...(name === 'submissions' ? queueTabs : [])]
      .filter(({ requiredRights }) => !requiredRights || auth.can(...requiredRights))
      .map((section) => ({ ...section, title, to: `${to}?tab=${section.slug}` })),
  )

  const targets = [
    ...[...pages, ...paletteFor(auth)].map(({ to, title }) => ({
      to,
      label: title,
      title: '',
      Icon: CornerDownLeft,
    })),
    ...places,
  ].filter(({ title, label }) => isMatch(`${title} ${label}`))
  // The first of the recent routes is the current page.
  const visited = text
    ? []
    : recent.slice(1).flatMap((to) => targets.find((target) => target.to === to) ?? [])
  const actions = places.flatMap(({ to, add }) =>
    add && auth.can(...add.requiredRights) && isMatch(add.label) ? [{ to, ...add }] : [],
  )
  const words = findWords(text, auth)
  return {
    visited,
    others: targets.filter((target) => !visited.includes(target)),
    actions,
    words,
    isEmpty: targets.length + actions.length + words.length === 0,
  }
}

const list = 'max-h-[min(24rem,60vh)] overflow-y-auto overscroll-contain p-2'
const group =
  '*:[[cmdk-group-heading]]:px-2.5 *:[[cmdk-group-heading]]:py-1.5 *:[[cmdk-group-heading]]:text-xs *:[[cmdk-group-heading]]:font-semibold *:[[cmdk-group-heading]]:text-ink-muted'
const item =
  'flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2.5 select-none data-[selected=true]:bg-forest-100 pointer-coarse:min-h-11 svg:size-4 svg:flex-none svg:text-ink-soft'
