import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { cn } from '@/shared/lib/cn'
import { Input } from '@/shared/ui/input'

const TYPING_PAUSE_MS = 300

interface SearchBoxProps {
  label: string
  value: string
  /** After a pause in typing, and at once with Enter. */
  onSearch: (text: string) => void
  className?: string
}

export function SearchBox({ label, value, onSearch, className }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [shownValue, setShownValue] = useState(value)
  const timer = useRef<number>(undefined)

  // The browser's back button changes the search too.
  if (value !== shownValue) {
    setShownValue(value)
    if (value !== text.trim()) setText(value)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])

  function search(next: string) {
    window.clearTimeout(timer.current)
    if (next.trim() !== value) onSearch(next.trim())
  }

  return (
    <form
      role="search"
      className={cn('relative', className)}
      onSubmit={(event) => {
        event.preventDefault()
        search(text)
      }}
    >
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 h-full w-5 text-ink-soft"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        className="pl-10"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          window.clearTimeout(timer.current)
          timer.current = window.setTimeout(() => search(target.value), TYPING_PAUSE_MS)
        }}
      />
    </form>
  )
}
