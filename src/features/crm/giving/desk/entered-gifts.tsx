import { useQuery } from '@tanstack/react-query'
import { Fragment, memo, useState } from 'react'
import Ban from 'lucide-react/icons/ban'
import Pencil from 'lucide-react/icons/pencil'
import { useStaffDraftName } from '@/shared/auth/use-staff-draft-name'
import { isDrafted } from '@/shared/forms/draft-storage'
import { useFormDraft } from '@/shared/forms/use-form-draft'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { FormFields } from '@/shared/ui/form'
import { Loading } from '@/shared/account-ui/loading'
import { enteredQuery } from './desk-queries'
import ChangeGift from '../gifts/change-gift'
import { EditedRow } from './edited-row'
import { GiftCells } from './gift-cells'
import { correctionSchema, nameOf, typedGift, type EnteredGift } from '../gifts/gift-fields'
import { GridCell, GridRow } from './gift-grid'
import { PledgeChoices } from '../pledges/gift-pledges'
import { pledgesOfGiftsQuery, type PledgeOfGift } from '../pledges/pledge-queries'
import type { GiftForm } from '../gifts/gift-inputs'
import { useCorrection } from '../gifts/use-correction'

interface EnteredGiftsProps {
  batch: string | null
  isDiscarded?: boolean
}

/** Rows of a grid: the gifts of a batch, or the latest ones, to correct or void. */
export function EnteredGifts({ batch, isDiscarded = false }: EnteredGiftsProps) {
  const gifts = useQuery(enteredQuery(batch))
  const [voided, setVoided] = useState<EnteredGift>()
  const pledged = useQuery(
    pledgesOfGiftsQuery(isDiscarded ? [] : (gifts.data?.map(({ id }) => id) ?? [])),
  )
  if (!gifts.data?.length) {
    return (
      <div role="row" className="px-2 py-2">
        <GridCell className="text-ink-soft">
          {!gifts.data ? (
            <Loading query={gifts} what="The gifts" label="Loading the gifts..." />
          ) : batch ? (
            'This batch has no gifts.'
          ) : (
            'No gifts entered by hand yet.'
          )}
        </GridCell>
      </div>
    )
  }
  return (
    <div role="rowgroup" aria-label={batch ? 'Gifts of the batch' : 'Latest gifts'}>
      {gifts.data.map((gift) => (
        <Fragment key={gift.id}>
          <StoredRow gift={gift} isFixed={isDiscarded} onVoid={() => setVoided(gift)} />
          <PledgesOfRow gift={gift} pledges={pledged.data} />
        </Fragment>
      ))}
      {voided && <ChangeGift gift={voided} to="void" onClose={() => setVoided(undefined)} />}
    </div>
  )
}

interface PledgesOfRowProps {
  gift: EnteredGift
  pledges: readonly PledgeOfGift[] | undefined
}

/** The pledge that a gift was applied to, or those that its amount and day fit. */
function PledgesOfRow({ gift, pledges = [] }: PledgesOfRowProps) {
  const fitting = pledges.filter(
    (pledge) => pledge.gift_id === gift.id && (pledge.is_applied || pledge.is_proposed),
  )
  if (fitting.length === 0) return null
  return (
    <div role="row" className="border-b border-line px-2 pb-2">
      <GridCell>
        <PledgeChoices gift={gift.id} of={nameOf(gift)} pledges={fitting} />
      </GridCell>
    </div>
  )
}

interface StoredRowProps {
  gift: EnteredGift
  isFixed: boolean
  onVoid: () => void
}

const StoredRow = memo(
  function StoredRow({ gift, isFixed, onVoid }: StoredRowProps) {
    const draft = useStaffDraftName(`correction:${gift.id}`)
    const [is, setIs] = useState<'open' | 'closed' | undefined>(() =>
      draft !== undefined && isDrafted(draft) ? 'open' : undefined,
    )
    const isVoid = gift.voided_at !== null
    if (is === 'open' && !isVoid && !isFixed) {
      return <Correction gift={gift} draft={draft} onClose={() => setIs('closed')} />
    }
    return (
      <GridRow label={nameOf(gift)} isClosed={is === 'closed'}>
        <GiftCells
          typed={typedGift(gift)}
          dollars={gift.amount}
          isVoid={isVoid}
          about={gift.change_reason && !isVoid && `corrected: ${gift.change_reason}`}
        />
        {isVoid ? (
          <GridCell className="ms-auto flex [&_svg]:size-4">
            <Badge>Voided: {gift.change_reason}</Badge>
          </GridCell>
        ) : (
          <GridCell className="ms-auto flex [&_svg]:size-4">
            {!isFixed && (
              <>
                <Button
                  variant="ghost"
                  size="icon"
                  data-open
                  aria-label={`Correct: ${nameOf(gift)}`}
                  title="Correct"
                  onClick={() => setIs('open')}
                >
                  <Pencil aria-hidden="true" />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Void: ${nameOf(gift)}`}
                  title="Void"
                  onClick={onVoid}
                >
                  <Ban aria-hidden="true" />
                </Button>
              </>
            )}
          </GridCell>
        )}
      </GridRow>
    )
  },
  (before, now) => before.gift === now.gift && before.isFixed === now.isFixed,
)

interface CorrectionProps {
  gift: EnteredGift
  draft: string | undefined
  onClose: () => void
}

function Correction({ gift, draft, onClose }: CorrectionProps) {
  const form = useSchemaForm(correctionSchema, { ...typedGift(gift), reason: '' })
  const { discard } = useFormDraft(form, draft)
  function close() {
    discard()
    onClose()
  }
  const { correcting, save, question } = useCorrection(form, gift, close)
  return (
    <EditedRow
      label={`Correct: ${nameOf(gift)}`}
      form={form as unknown as GiftForm}
      save="Save the correction"
      saving={correcting}
      onSave={() => void form.handleSubmit(save)()}
      onClose={close}
    >
      <FormFields form={form}>
        {(Field) => <Field name="reason" label="Reason" required maxLength={300} />}
      </FormFields>
      {question}
    </EditedRow>
  )
}
