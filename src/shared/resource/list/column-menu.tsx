import Columns3 from 'lucide-react/icons/columns-3'
import { useState } from 'react'
import { storeChoice, storedChoice } from '@/shared/lib/stored-choice'
import { Button } from '@/shared/ui/button'
import { Menu, MenuCheckItem } from '@/shared/ui/menu'
import type { Resource } from '../define/define-resource'

/** Which columns are hidden; kept in this browser for each resource. */
export function useHiddenColumns(resource: Resource): [readonly string[], (key: string) => void] {
  const storageKey = `hidden-columns:${resource.slug}`
  const [hidden, setHidden] = useState(() => read(storageKey) ?? resource.hiddenAtFirst ?? [])
  const toggle = (key: string) => {
    const next = hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]
    setHidden(next)
    storeChoice(storageKey, JSON.stringify(next))
  }
  return [hidden, toggle]
}

function read(storageKey: string): string[] | undefined {
  try {
    const stored: unknown = JSON.parse(storedChoice(storageKey) ?? 'null')
    if (Array.isArray(stored)) return stored.filter((key) => typeof key === 'string')
  } catch {
    // Something else was stored.
  }
  return undefined
}

interface ColumnMenuProps {
  resource: Resource
  hidden: readonly string[]
  onToggle: (key: string) => void
}

export function ColumnMenu({ resource, hidden, onToggle }: ColumnMenuProps) {
  return (
    <Menu
      trigger={
        <Button variant="outline">
          <Columns3 aria-hidden="true" />
          <span className="in-data-tight:sr-only @max-4xl:sr-only">Columns</span>
        </Button>
      }
    >
      {resource.columns.slice(1).map(({ key, header }) => (
        <MenuCheckItem
          key={key}
          label={header}
          checked={!hidden.includes(key)}
          onToggle={() => onToggle(key)}
        />
      ))}
    </Menu>
  )
}
