import Search from 'lucide-react/icons/search'
import type { RefObject } from 'react'
import { cn } from '@/shared/lib/cn'
import { Input } from '@/shared/ui/input'
import type { Resource } from '../core/define-resource'
import { MAX_SEARCH, type ListControls } from '../core/list-state'

interface ListSearchProps {
  resource: Resource
  controls: ListControls
  placeholder?: string
  className: string
  ref?: RefObject<HTMLInputElement | null>
}

export function ListSearch({ resource, controls, placeholder, className, ref }: ListSearchProps) {
  const label = `Search ${resource.label.many}`
  return (
    <div className={cn('relative', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute start-2.5 top-1/2 size-4 -translate-y-1/2 text-ink-muted"
      />
      <Input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        autoComplete="off"
        maxLength={MAX_SEARCH}
        className="ps-8.5 text-ellipsis"
        value={controls.searchText}
        onChange={({ target }) => controls.setSearchText(target.value)}
      />
    </div>
  )
}
