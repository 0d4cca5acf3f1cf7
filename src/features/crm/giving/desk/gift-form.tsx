import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ClipboardEvent, type FormEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { PartBoundary } from '@/shared/account-ui/part-boundary'
import { useStaffDraftName } from '@/shared/auth/use-staff-draft-name'
import { isKeptInMemory, readDraft } from '@/shared/forms/draft-storage'
import { useFormDraft } from '@/shared/forms/use-form-draft'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { Button } from '@/shared/ui/button'
import { RestoredDraft } from '@/shared/account-ui/restored-draft'
import { lazyComponent } from '@/shared/lib/lazy-component'
import { pledgeQuery } from './desk-queries'
import {
  emptyGift,
  giftSchema,
  isPastedTable,
  nextGift,
  sharedFields,
  type NewGift,
  type TypedGift,
} from '../gifts/gift-fields'
import { GridCell, GridRow } from './gift-grid'
import { GiftInputs } from '../gifts/gift-inputs'
import type { PastedGift } from './pasted-gifts'
import { SplitInputs } from './split-inputs'
import { splitGift } from './split-lines'

const PasteDialog = lazyComponent(async () => (await import('./paste-dialog')).PasteDialog)

interface GiftFormProps {
  batch: string
  /** The id of the pledge that the first gift keeps */
  pledge: string
  onEnter: (gifts: readonly PastedGift[]) => void
}

/** The first row: Enter takes a gift and begins the next at once. Rows of a spreadsheet are pasted. */
export function GiftForm({ batch, pledge, onEnter }: GiftFormProps) {
  const form = useSchemaForm(giftSchema, emptyGift())
  const draft = useStaffDraftName('gift')
  const [isHalfTyped, setHalfTyped] = useState(() => {
    const { donor_name, amount } = draft === undefined ? {} : readDraft(draft)
    return Boolean(donor_name || amount)
  })
  // The batch is in the address.
  useFormDraft(form, draft, ['batch_id'], sharedFields)
  const [problem, setProblem] = useState<string>()
  const [pasted, setPasted] = useState<string>()
  const element = useRef<HTMLFormElement>(null)
  const focusDonor = () => element.current?.querySelector<HTMLElement>('[name=donor_name]')?.focus()
  useEffect(focusDonor, [])
  const { setValue, getValues } = form
  useEffect(() => setValue('batch_id', batch), [setValue, batch])
  useTypedPledge(form, pledge)
  useLeaveWarning(
    () => {
      const { donor_name, amount } = getValues()
      return Boolean(donor_name || amount) && (draft === undefined || isKeptInMemory(draft))
    },
    { in: 'tab' },
  )

  // Before the next key: an awaited check would clear letters of the next gift.
  function enter(event: FormEvent) {
    event.preventDefault()
    const typed = form.getValues()
    if (!giftSchema.safeParse(typed).success) return void form.handleSubmit(() => {})()
    const gifts = splitGift(typed)
    if (typeof gifts === 'string') return setProblem(gifts)
    setProblem(undefined)
    onEnter(gifts.map((gift) => ({ typed: gift })))
    setHalfTyped(false)
    form.reset(nextGift(typed))
    focusDonor()
  }

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    if (!isPastedTable(text)) return
    event.preventDefault()
    setPasted(text)
  }

  return (
    <div role="rowgroup" aria-label="New gift">
      <GridRow label="New gift" isEntry className="bg-paper-raised">
        <form
          ref={element}
          noValidate
          role="presentation"
          className="contents"
          onSubmit={enter}
          onPaste={paste}
        >
          {isHalfTyped && (
            <GridCell isWide>
              <RestoredDraft />
            </GridCell>
          )}
          <GiftInputs
            form={form}
            isRow
            end={
              <Button type="submit" size="sm" className="w-full" aria-label="Enter gift">
                Enter
              </Button>
            }
          />
          <GridCell isWide className="order-last">
            <SplitInputs form={form} problem={problem} />
          </GridCell>
        </form>
      </GridRow>
      {pasted !== undefined && (
        <PartBoundary failure="The rows could not be read.">
          <PasteDialog
            text={pasted}
            like={form.getValues()}
            onEnter={onEnter}
            onClose={() => setPasted(undefined)}
          />
        </PartBoundary>
      )}
    </div>
  )
}

/** Fills in the pledge, tribute included, unless the user has already typed. */
function useTypedPledge(
  { getValues, setValue }: UseFormReturn<TypedGift, unknown, NewGift>,
  id: string,
) {
  const { data: pledged } = useQuery({ ...pledgeQuery(id), enabled: id !== '' })
  useEffect(() => {
    const { donor_name, amount } = getValues()
    if (!pledged || donor_name || amount) return
    setValue('donor_name', pledged.name)
    setValue('donor_email', pledged.email)
    setValue('amount', pledged.amount.toFixed(2))
    setValue('tribute', pledged.tribute ?? '')
    setValue('tribute_name', pledged.tribute_name ?? '')
  }, [pledged, getValues, setValue])
}
