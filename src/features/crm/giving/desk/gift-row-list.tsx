import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { batchesQuery } from './desk-queries'
import { EditedRow } from './edited-row'
import { amountOf, GiftCells } from './gift-cells'
import { boundTo, giftSchema, type TypedGift } from '../gifts/gift-fields'
import { focusEntry, GridCell, GridRow } from './gift-grid'
import type { GiftRow, GiftRows } from './gift-rows'
import { WhoIsIt } from '../gifts/who-is-it'

interface GiftRowListProps {
  /** The gifts that the list of stored ones does not have yet */
  rows: readonly GiftRow[]
  /** The chosen batch; none when empty */
  batch: string
  desk: GiftRows
}

/** The state of typed gifts, until the list of stored ones has them. */
export function GiftRowList({ rows, batch, desk }: GiftRowListProps) {
  const batches = useQuery(batchesQuery)
  const refused = rows.filter(({ state }) => state === 'refused')

  /** A row whose batch was closed goes to the batch of the next gift. */
  const batchOf = ({ typed }: GiftRow) =>
    typed.batch_id === '' || batches.data?.some(({ id }) => id === typed.batch_id)
      ? typed.batch_id
      : batch
  const sendAgain = (row: GiftRow) =>
    desk.again({ ...row, typed: { ...row.typed, batch_id: batchOf(row) } })

  return (
    <>
      {rows.length > 0 && (
        <div role="rowgroup" aria-label="Gifts being saved">
          {rows.map((row) => (
            <LocalRow
              key={row.id}
              row={row}
              batch={batchOf(row)}
              onSend={desk.again}
              onType={desk.type}
              onRemove={desk.remove}
            />
          ))}
          {refused.length > 1 && (
            <div role="row" className="border-b border-line px-2 py-1.5">
              <GridCell>
                <Button
                  variant="outline"
                  size="sm"
                  onClick={() => refused.toReversed().forEach((row) => sendAgain(row))}
                >
                  Send all {refused.length} again
                </Button>
              </GridCell>
            </div>
          )}
        </div>
      )}
    </>
  )
}

interface LocalRowProps {
  row: GiftRow
  /** The target batch */
  batch: string
  onSend: (row: GiftRow, anyway?: boolean) => void
  onType: (id: string, typed: TypedGift) => void
  onRemove: (ids: readonly string[]) => void
}

const LocalRow = memo(
  function LocalRow({ row, batch, onSend, onType, onRemove }: LocalRowProps) {
    const [is, setIs] = useState<'open' | 'closed'>()
    const isDuplicate = row.state === 'duplicate'
    const isStopped = isDuplicate || row.state === 'refused' || row.state === 'asked'
    const name = nameOf(row)
    const send = (typed: TypedGift, anyway?: boolean) =>
      onSend({ ...row, typed: { ...typed, batch_id: batch } }, anyway)
    const message =
      row.message && (isDuplicate ? `Looks like a duplicate of ${row.message}.` : row.message)
    if (isStopped && is === 'open') {
      return (
        <OpenRow
          row={row}
          message={message}
          onType={onType}
          onSend={(typed) => {
            setIs('closed')
            send(typed)
          }}
          onClose={() => setIs('closed')}
        />
      )
    }
    return (
      <GridRow label={name} isClosed={is === 'closed'}>
        <GiftCells typed={row.typed} />
        <GridCell className="ms-auto">
          <State row={row} />
        </GridCell>
        {isStopped && (
          <GridCell isWide className="order-last flex flex-wrap items-center gap-x-2 gap-y-1">
            {message && (
              <span className="min-w-0 flex-1 basis-60 text-sm text-danger">{message}</span>
            )}
            {row.state === 'asked' && row.asked ? (
              <WhoIsIt
                asked={row.asked}
                of={name}
                onAnswer={(who) => send({ ...row.typed, ...boundTo(row.asked!.field, who) })}
              />
            ) : (
              <Button
                variant="outline"
                size="sm"
                data-send
                aria-label={`${isDuplicate ? 'Add anyway' : 'Send again'}: ${name}`}
                onClick={() => send(row.typed, isDuplicate)}
              >
                {isDuplicate ? 'Add anyway' : 'Send again'}
              </Button>
            )}
            <Button
              variant="ghost"
              size="sm"
              data-open
              aria-label={`Edit: ${name}`}
              onClick={() => setIs('open')}
            >
              Edit
            </Button>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Remove: ${name}`}
              onClick={() => onRemove([row.id])}
            >
              Remove
            </Button>
          </GridCell>
        )}
      </GridRow>
    )
  },
  // Its functions act on the newest state.
  (before, now) => before.row === now.row && before.batch === now.batch,
)

interface OpenRowProps extends Pick<LocalRowProps, 'row' | 'onType'> {
  message: string | undefined
  onSend: (typed: TypedGift) => void
  onClose: () => void
}

/** Its typing is kept like the rest of the rows. */
function OpenRow({ row, message, onType, onSend, onClose }: OpenRowProps) {
  const [initial] = useState(row.typed)
  const [name] = useState(() => nameOf(row))
  const form = useSchemaForm(giftSchema, initial)
  const { subscribe, getValues, handleSubmit } = form
  const { id } = row
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => onType(id, { ...initial, ...values }),
      }),
    [subscribe, onType, id, initial],
  )
  return (
    <EditedRow
      label={`Edit: ${name}`}
      form={form}
      save="Send again"
      message={message}
      onSave={(row) =>
        void handleSubmit(() => {
          focusEntry(row)
          onSend(getValues())
        })()
      }
      onClose={() => {
        onType(id, initial)
        onClose()
      }}
    />
  )
}

function State({ row: { state } }: { row: GiftRow }) {
  if (state === 'refused') return <Badge tone="red">Not saved</Badge>
  if (state === 'duplicate') return <Badge tone="yellow">Duplicate?</Badge>
  if (state === 'asked') return <Badge tone="yellow">Who is it?</Badge>
  return <Badge tone="quiet">{state === 'saved' ? 'Saved' : 'Saving...'}</Badge>
}

const nameOf = ({ typed }: GiftRow) => `${typed.donor_name}, ${amountOf(typed)}`

/** Announces changes of the rows to screen readers. */
export function inWords(rows: readonly GiftRow[]): string {
  const count = (state: GiftRow['state']) => rows.filter((row) => row.state === state).length
  const open = count('refused') + count('duplicate') + count('asked')
  const [last] = rows
  if (open > 0) return `${open} ${open === 1 ? 'gift needs' : 'gifts need'} your attention.`
  return last?.state === 'saved' ? `${nameOf(last)}: saved.` : ''
}
