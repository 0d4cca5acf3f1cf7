import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'
import {
  NavigationType,
  useLocation,
  useNavigationType,
  type NavigateOptions,
} from 'react-router-dom'
import { cn } from '@/shared/lib/cn'
import { Field } from './field'
import { Input } from './input'

/** Somebody who types is waited for this long. */
const PAUSE_MS = 300

interface SearchBoxProps {
  label: string
  /** As the address has it */
  search: string
  /** Writes it into the address, with these options. */
  onSearch: (search: string, options: NavigateOptions) => void
  className?: string
}

/** Typing takes the place of the entry in the browser's history, so that Back leaves the search. */
export function SearchBox({ label, search, onSearch, className }: SearchBoxProps) {
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
      onSearch(text.trim(), { replace: true, state: { typed: true } })
    }, PAUSE_MS)
    return () => window.clearTimeout(timer)
    // `onSearch` is another function at each render and does not mean another text.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [text, isWritten])

  return (
    <Field label={label} className={cn('min-w-0', className)}>
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
