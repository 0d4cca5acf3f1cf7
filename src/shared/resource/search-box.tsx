import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { Field } from '@/shared/ui/field'
import { Input } from '@/shared/ui/input'
import type { ChangeList } from './list-state'

/** Somebody who types is waited for this long. */
const PAUSE_MS = 300

interface SearchBoxProps {
  label: string
  search: string
  onChange: ChangeList
}

/** Typing takes the place of the entry in the browser's history, so that Back leaves the search. */
export function SearchBox({ label, search, onChange }: SearchBoxProps) {
  const location = useLocation()
  const [text, setText] = useState(search)
  const [seenKey, setSeenKey] = useState(location.key)

  // The box follows the address, except to where its own typing led: more may have been typed since.
  const isOwn = (location.state as { typed?: true } | null)?.typed
  const wentBack = useNavigationType() === NavigationType.Pop
  if (location.key !== seenKey) {
    setSeenKey(location.key)
    if (!isOwn || wentBack) setText(search)
  }

  const isWritten = text.trim() === search
  useEffect(() => {
    if (isWritten) return
    const timer = window.setTimeout(() => {
      onChange({ search: text.trim() }, { replace: true, state: { typed: true } })
    }, PAUSE_MS)
    return () => window.clearTimeout(timer)
    // `onChange` is another function at each render and does not mean another text.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [text, isWritten])

  return (
    <Field label={label} className="ui-search min-w-0 grow basis-64">
      {(control) => (
        <div className="relative">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute start-3 top-1/2 size-5 -translate-y-1/2 text-ink-muted"
          />
          <Input
            {...control}
            type="search"
            autoComplete="off"
            maxLength={200}
            className="ps-10"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
