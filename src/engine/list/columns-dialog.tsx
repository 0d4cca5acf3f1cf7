import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Columns3 from 'lucide-react/icons/columns-3'
import { useState } from 'react'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { CheckboxField } from '@/shared/ui/field'
import type { Resource } from '../core/define-resource'
import type { Columns } from './use-columns'

interface ColumnsProps {
  resource: Resource
  columns: Columns
}

/** Which columns a list shows, and in which order. */
export function ColumnsDialog({ resource, columns }: ColumnsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Columns3 aria-hidden="true" />
        <span className="in-data-tight:sr-only @max-4xl:sr-only">Columns</span>
      </Button>
      <DialogContent
        size="sm"
        title="Columns"
        description="Kept with your account, on every device. With a view open they belong to the view."
      >
        <ColumnList resource={resource} columns={columns} />
        <DialogFooter>
          <Button variant="outline" onClick={columns.reset}>
            Reset
          </Button>
          <DialogClose>Done</DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
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
