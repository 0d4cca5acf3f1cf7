import { useState } from 'react'
import type { DayOrder } from '@/engine/import/formats'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '@/shared/account-ui/table'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Field } from '@/shared/ui/field'
import { useFundChoices } from '../gifts/gift-queries'
import { pastedFields } from './gift-columns'
import type { TypedGift } from '../gifts/gift-fields'
import {
  guessPasted,
  MOST_PASTED,
  pastedGifts,
  readPasted,
  type PastedColumns,
  type PastedField,
  type PastedGift,
} from './pasted-gifts'

const SHOWN = 5

const dayOrders = [
  { id: 'month first', label: 'Month first, 1/31' },
  { id: 'day first', label: 'Day first, 31/1' },
] as const

interface PasteDialogProps {
  text: string
  /** Rows without a day, method, fund or batch get those of this gift. */
  like: TypedGift
  onEnter: (gifts: readonly PastedGift[]) => void
  onClose: () => void
}

/** Matches the columns of pasted rows to fields, and takes the rows as gifts. */
export function PasteDialog({ text, like, onEnter, onClose }: PasteDialogProps) {
  const funds = useFundChoices()
  const [pasted] = useState(() => readPasted(text))
  const [chosen, setChosen] = useState<PastedColumns>()
  const [order, setOrder] = useState<DayOrder>()
  const { header, rows } = pasted
  const columns = chosen ?? guessPasted(pasted, funds)
  const { gifts, isDayOpen } = pastedGifts(pasted, columns, like, funds, order)
  const wrong = gifts.filter(({ message }) => message !== undefined)
  const missing = (['donor_name', 'amount'] as const).filter((field) => !columns.includes(field))
  const isTooMany = rows.length > MOST_PASTED
  const isOpen = isDayOpen && order === undefined
  const count = `${rows.length.toLocaleString('en-US')} ${rows.length === 1 ? 'gift' : 'gifts'}`

  const choose = (column: number, field: PastedField | undefined) =>
    setChosen(columns.map((one, at) => (at === column ? field : one === field ? undefined : one)))

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="lg"
        title={`Paste ${count}`}
        description="Choose what each column holds. A row without a day, method, fund or campaign gets the one from the gift you are typing."
      >
        <div className="grid gap-4">
          <Table label="Pasted rows">
            <TableHead>
              <TableRow>
                {columns.map((field, column) => (
                  <TableHeaderCell key={column} className="min-w-36 align-top">
                    {header?.[column] && (
                      <span className="block pb-1" dir="auto">
                        {header[column]}
                      </span>
                    )}
                    <ChoiceSelect
                      aria-label={`Column ${header?.[column] || column + 1}`}
                      choices={pastedFields}
                      none="Skip"
                      value={field ?? ''}
                      onChange={({ target }) =>
                        choose(column, pastedFields.find(({ id }) => id === target.value)?.id)
                      }
                    />
                  </TableHeaderCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.slice(0, SHOWN).map((row, at) => (
                <TableRow key={at}>
                  {columns.map((_, column) => (
                    <TableCell key={column} dir="auto" className="max-w-60 truncate">
                      {row[column]}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {rows.length > SHOWN && (
            <p className="text-sm text-ink-soft">
              And {(rows.length - SHOWN).toLocaleString('en-US')} more.
            </p>
          )}
          {isDayOpen && (
            <Field
              label="How the days are written"
              required
              as={ChoiceSelect}
              choices={dayOrders}
              value={order ?? ''}
              onChange={({ target }) =>
                setOrder(dayOrders.find(({ id }) => id === target.value)?.id)
              }
            />
          )}
          {isTooMany && (
            <Alert tone="warning">
              At most {MOST_PASTED} rows can be pasted. Import a file instead: it can be undone as a
              whole.
            </Alert>
          )}
          {!isTooMany && missing.length > 0 && (
            <Alert tone="warning" role="status">
              Choose the column with the{' '}
              {missing.map((field) => (field === 'amount' ? 'amount' : 'donor')).join(' and the ')}.
            </Alert>
          )}
          {!isTooMany && missing.length === 0 && !isOpen && wrong.length > 0 && (
            <Alert
              tone="warning"
              role="status"
              title={`${wrong.length} of them cannot be saved yet`}
            >
              <ul>
                {wrong.slice(0, SHOWN).map(({ typed, message }, at) => (
                  <li key={at} dir="auto">
                    {typed.donor_name || 'No donor'}: {message}
                  </li>
                ))}
              </ul>
              They are kept in the grid, where you can edit them.
            </Alert>
          )}
        </div>
        <DialogFooter>
          <DialogClose variant="outline">Cancel</DialogClose>
          <Button
            disabled={isTooMany || isOpen || missing.length > 0 || rows.length === 0}
            onClick={() => {
              onEnter(gifts)
              onClose()
            }}
          >
            Add {count}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
