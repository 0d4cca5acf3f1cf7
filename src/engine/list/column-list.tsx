import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useState } from 'react'
import { Button } from '@/shared/ui/button'
import { CheckboxField } from '@/shared/ui/field'
import type { Resource } from '../core/define-resource'
import type { Columns } from './use-columns'

export interface ColumnsProps {
  resource: Resource
  columns: Columns
}

/** A checkbox for each column but the first, and two buttons that move it. */
export function ColumnList({ resource, columns: { keys, choose } }: ColumnsProps) {
  const [moved, setMoved] = useState('')
  const [first, ...shown] = keys
  const headers = new Map(resource.columns.map(({ key, header }) => [key, header]))
  const hidden = resource.columns.map(({ key }) => key).filter((key) => !keys.includes(key))

  function move(key: string, by: -1 | 1) {
    const from = shown.indexOf(key)
    const to = from + by
    if (from < 0 || to < 0 || to >= shown.length) return
    const next = shown.filter((one) => one !== key)
    next.splice(to, 0, key)
    choose([first!, ...next])
    setMoved(`${headers.get(key)} is column ${to + 2} of ${keys.length}`)
  }

  return (
    <>
      <ul aria-label="Columns" className="grid">
        {[...shown, ...hidden].map((key, index) => {
          const header = headers.get(key) ?? key
          const isShown = index < shown.length
          return (
            <li key={key} className="flex items-center gap-1">
              <CheckboxField
                className="min-w-0 flex-1"
                label={header}
                checked={isShown}
                onChange={() =>
                  choose(isShown ? keys.filter((one) => one !== key) : [...keys, key])
                }
              />
              {isShown &&
                (
                  [
                    ['up', -1, ArrowUp, index === 0],
                    ['down', 1, ArrowDown, index === shown.length - 1],
                  ] as const
                ).map(([where, by, Icon, isEnd]) => (
                  <Button
                    key={where}
                    variant="ghost"
                    size="icon"
                    aria-label={`Move ${header} ${where}`}
                    // Keeps the focus after it has moved the column to the end.
                    aria-disabled={isEnd}
                    className="aria-disabled:opacity-30"
                    onClick={() => move(key, by)}
                  >
                    <Icon aria-hidden="true" />
                  </Button>
                ))}
            </li>
          )
        })}
      </ul>
      <p role="status" className="sr-only">
        {moved}
      </p>
    </>
  )
}
