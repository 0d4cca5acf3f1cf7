import meanings from '../../../docs/glossary.md?terms'
import { areas } from '@/shared/auth/areas'
import type { Auth } from '@/shared/auth/auth-context'
import { routes, type StaffRoute } from '@/shared/auth/routes'
import { paths } from '@/shared/config/paths'
import { fold } from '@/shared/lib/fold'
import { helpTexts } from './help-texts'

export interface Word {
  term: string
  meaning: string
  /** The first screen with it that the user may enter. */
  to: string
}

/** What the glossary has about a term. */
export const meaningOf = (term: string): string => meanings[term] ?? ''

const MOST = 4
const listed = Object.values(areas)

/** The terms, on screens that the user may enter, with each part of a text; those that begin with it first. */
export function findWords(text: string, { can }: Pick<Auth, 'can'>): readonly Word[] {
  const sought = fold(text).trim()
  if (sought === '') return []
  const parts = sought.split(/\s+/)
  const found = new Map<string, Word>()
  const isOpen = (slug: string) =>
    listed.every((area) => area.slug !== slug || can(...area.requiredRights))
  for (const [name, help] of Object.entries(helpTexts)) {
    const { requiredRights } = routes[name as StaffRoute]
    if (requiredRights && !can(...requiredRights)) continue
    const to = paths[name as StaffRoute]
    const tabs = Object.entries(help.tabs ?? {}).filter(([slug]) => isOpen(slug))
    const screens = [
      { to, words: help.words },
      ...tabs.flatMap(([slug, { words, records = {} }]) =>
        [words, ...Object.values(records).map((record) => record.words)].map((listed) => ({
          to: `${to}?tab=${slug}`,
          words: listed,
        })),
      ),
    ]
    for (const screen of screens) {
      for (const term of screen.words) {
        if (found.has(term) || !parts.every((part) => fold(term).includes(part))) continue
        found.set(term, { term, meaning: meaningOf(term), to: screen.to })
      }
    }
  }
  const begins = ({ term }: Word) => Number(fold(term).startsWith(sought))
  return [...found.values()].sort((one, other) => begins(other) - begins(one)).slice(0, MOST)
}
