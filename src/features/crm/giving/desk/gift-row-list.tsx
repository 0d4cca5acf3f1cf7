import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { batchesQuery, enteredQuery } from './desk-queries'
import { giftSchema, isInKind, plain, type TypedGift } from './gift-fields'
import { GiftInputs } from './gift-inputs'
import type { GiftRow } from './gift-rows'

interface GiftRowListProps {
  rows: readonly GiftRow[]
  /** The chosen batch; none when empty */
  batch: string
  onAgain: (row: GiftRow, anyway?: boolean) => void
  onRemove: (ids: readonly string[]) => void
}

/** What became of the gifts that were typed, until the list of entered ones has them. */
export function GiftRowList({ rows, batch, onAgain, onRemove }: GiftRowListProps) {
  const { dataUpdatedAt } = useQuery(enteredQuery(batch || null))
  const batches = useQuery(batchesQuery)
  const [edited, setEdited] = useState<GiftRow>()
  const isListed = ({ savedAt, typed }: GiftRow) =>
    savedAt !== undefined && (typed.batch_id !== batch || dataUpdatedAt > savedAt)
  const shown = rows.filter((row) => !isListed(row))
  const refused = shown.filter(({ state }) => state === 'refused')

  /** A row whose batch was closed goes where the next gift goes. */
  function inOpenBatch(row: GiftRow): GiftRow {
    const isOpen =
      row.typed.batch_id === '' || batches.data?.some(({ id }) => id === row.typed.batch_id)
    return isOpen ? row : { ...row, typed: { ...row.typed, batch_id: batch } }
  }
  const sendAgain = (row: GiftRow, anyway?: boolean) => onAgain(inOpenBatch(row), anyway)

  return (
    <>
      <p role="status" className="sr-only">
        {inWords(rows)}
      </p>
      {shown.length > 0 && (
        <ul aria-label="Gifts being saved" className="grid border-b border-line">
          {shown.map((row) => (
            <li
              key={row.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-1.5"
            >
              <span className="min-w-0 flex-1 basis-60">
                <span className="font-semibold" dir="auto">
                  {row.typed.donor_name}
                </span>
                {row.message && (
                  <span className="block text-sm text-danger" dir="auto">
                    {row.state === 'duplicate'
                      ? `Looks like a duplicate of ${row.message}.`
                      : row.message}
                  </span>
                )}
              </span>
              <span className="tabular-nums">{amountOf(row.typed)}</span>
              <span className="flex flex-wrap items-center justify-end gap-1">
                <State row={row} />
                {(row.state === 'refused' || row.state === 'duplicate') && (
                  <>
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={`${row.state === 'duplicate' ? 'Add anyway' : 'Send again'}: ${nameOf(row)}`}
                      onClick={() => sendAgain(row, row.state === 'duplicate')}
                    >
                      {row.state === 'duplicate' ? 'Add anyway' : 'Send again'}
                    </Button>
                    <Button
                      variant="ghost"
                      size="sm"
                      aria-label={`Edit: ${nameOf(row)}`}
                      onClick={() => setEdited(row)}
                    >
                      Edit
                    </Button>
                    <Button
                      variant="ghost"
                      size="sm"
                      aria-label={`Remove: ${nameOf(row)}`}
                      onClick={() => onRemove([row.id])}
                    >
                      Remove
                    </Button>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {refused.length > 1 && (
        <Button
          variant="outline"
          className="justify-self-start"
          onClick={() => refused.toReversed().forEach((row) => sendAgain(row))}
        >
          Send all {refused.length} again
        </Button>
      )}
      {edited && (
        <EditDialog
          row={edited}
          onSend={(typed) => {
            sendAgain({ ...edited, typed })
            setEdited(undefined)
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function State({ row: { state } }: { row: GiftRow }) {
  if (state === 'refused') return <Badge tone="red">Not saved</Badge>
  if (state === 'duplicate') return <Badge tone="yellow">Duplicate?</Badge>
  return <Badge tone="quiet">{state === 'saved' ? 'Saved' : 'Saving...'}</Badge>
}

interface EditDialogProps {
  row: GiftRow
  onSend: (typed: TypedGift) => void
  onClose: () => void
}

function EditDialog({ row, onSend, onClose }: EditDialogProps) {
  const form = useSchemaForm(giftSchema, row.typed)
  return (
    <FormDialog
      size="lg"
      title={`Edit: ${nameOf(row)}`}
      description="It is not saved yet."
      form={form}
      saving={{ isPending: false, error: null }}
      save="Send again"
      onSubmit={() => onSend(form.getValues())}
      onClose={onClose}
    >
      {() => <GiftInputs form={form} />}
    </FormDialog>
  )
}

function amountOf({ amount, currency, method, description }: TypedGift): string {
  if (isInKind({ method })) return description
  const isForeign = !['', 'USD'].includes(currency.trim().toUpperCase())
  const number = plain(amount.trim())
  return isForeign ? `${number} ${currency.trim().toUpperCase()}` : formatDollars(Number(number))
}

const nameOf = ({ typed }: GiftRow) => `${typed.donor_name}, ${amountOf(typed)}`

function inWords(rows: readonly GiftRow[]): string {
  const count = (state: GiftRow['state']) => rows.filter((row) => row.state === state).length
  const open = count('refused') + count('duplicate')
  const [last] = rows
  if (open > 0) return `${open} ${open === 1 ? 'gift needs' : 'gifts need'} your attention.`
  return last?.state === 'saved' ? `${nameOf(last)}: saved.` : ''
}
