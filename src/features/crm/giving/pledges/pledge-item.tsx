import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { Failure } from '@/shared/account-ui/failure'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { requiredLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { formatDate, formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { optionLabel } from '@/shared/lib/option-label'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { viewAddress } from '../donors/donor-views'
import {
  applyGift,
  deletePledge,
  reopenPledge,
  writeOffPledge,
  type GiftOfPledge,
  type Installment,
  type Pledge,
} from './pledge-queries'

const PledgeDialog = lazyPart(() => import('./pledge-dialog'))

interface PledgeItemProps {
  pledge: Pledge
  /** Under the donor's name */
  isOfDonor?: boolean
}

/** A pledge with its balance, installments and gifts, and the ways to change it. */
export function PledgeItem({ pledge, isOfDonor = false }: PledgeItemProps) {
  const { id, donor_name, amount, paid, balance, status, fund, campaign, reason } = pledge
  const [open, setOpen] = useState<'change' | 'write off' | 'delete'>()
  const reopening = useMutation(reopenPledge)
  const deleting = useMutation(deletePledge)
  const today = useOfficeDay()
  const isDeletable =
    pledge.gifts.length === 0 && pledge.installments.every(({ due_on }) => due_on >= today)
  const of = `the pledge of ${donor_name}`
  const close = () => setOpen(undefined)
  return (
    <li className="border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
          {!isOfDonor && (
            <span dir="auto" className="font-semibold">
              {pledge.is_donor ? (
                <Link to={viewAddress('donors', pledge.person_id)}>{donor_name}</Link>
              ) : (
                donor_name
              )}
            </span>
          )}{' '}
          <Standing pledge={pledge} />
          <span className="block text-sm text-ink-soft">
            {formatDollars(amount)} pledged on {formatDay(pledge.pledged_on)}
            {fund && `, for ${fund}`}
            {campaign && `, ${campaign}`}
          </span>
        </span>
        <span className="tabular-nums">
          <strong>{formatDollars(balance)}</strong> {status === 'written_off' ? 'given up' : 'left'}
          <span className="text-ink-soft">, {formatDollars(paid)} paid</span>
        </span>
      </div>
      {pledge.note && (
        <p dir="auto" className="text-sm whitespace-pre-wrap">
          {pledge.note}
        </p>
      )}
      {reason && (
        <p className="text-sm">
          Written off on {formatDate(pledge.written_off_at)}: {reason}
        </p>
      )}
      <ul aria-label={`Installments of ${of}`} className="mt-1 text-sm tabular-nums">
        {pledge.installments.map((part) => (
          <li key={part.due_on}>
            {formatDay(part.due_on)}: {formatDollars(part.amount)}
            <span className="text-ink-soft">{inWords(part)}</span>
          </li>
        ))}
      </ul>
      <Gifts pledge={pledge} of={of} />
      <div className="mt-2 flex flex-wrap gap-2">
        {status !== 'written_off' && (
          <Button variant="outline" size="sm" onClick={() => setOpen('change')}>
            Change<span className="sr-only"> {of}</span>
          </Button>
        )}
        {status === 'open' && (
          <Button variant="outline" size="sm" onClick={() => setOpen('write off')}>
            Write off<span className="sr-only"> {of}</span>
          </Button>
        )}
        {status === 'written_off' && (
          <Button
            variant="outline"
            size="sm"
            loading={reopening.isPending}
            onClick={() => reopening.mutate(id)}
          >
            Reopen<span className="sr-only"> {of}</span>
          </Button>
        )}
        {isDeletable && (
          <Button variant="ghost" size="sm" onClick={() => setOpen('delete')}>
            Delete<span className="sr-only"> {of}</span>
          </Button>
        )}
      </div>
      {open === 'change' && <PledgeDialog pledge={pledge} onClose={close} />}
      {open === 'write off' && <WriteOff pledge={pledge} onClose={close} />}
      {open === 'delete' && (
        <QuestionDialog
          title={`Delete ${of}?`}
          description="For a pledge that was entered by mistake. It leaves every list and total, and you can’t bring it back."
          no="Keep it"
          yes="Delete the pledge"
          isPending={deleting.isPending}
          onYes={() => deleting.mutate(id, { onSuccess: close })}
          onClose={close}
        >
          <Failure of={deleting} title="The pledge was not deleted." />
        </QuestionDialog>
      )}
    </li>
  )
}

const inWords = ({ amount, paid }: Installment) =>
  paid >= amount ? ', paid' : paid > 0 ? `, ${formatDollars(paid)} paid` : ''

function Standing({ pledge: { status, late } }: Pick<PledgeItemProps, 'pledge'>) {
  if (status === 'written_off') return <Badge>Written off</Badge>
  if (status === 'kept') return <Badge tone="green">Kept</Badge>
  if (late > 0) return <Badge tone="red">{formatDollars(late)} late</Badge>
  return <Badge tone="yellow">Open</Badge>
}

/** The gifts that were applied, and those that may pay it. */
function Gifts({ pledge, of }: { pledge: Pledge; of: string }) {
  const applying = useMutation(applyGift)
  const { id, gifts, proposals } = pledge
  if (gifts.length + proposals.length === 0) return null
  return (
    <ul aria-label={`Gifts of ${of}`} className="mt-2 grid gap-1 text-sm">
      {gifts.map((gift) => (
        <li key={gift.id} className="flex flex-wrap items-center gap-x-3">
          <span>Paid by {giftInWords(gift)}</span>
          <Button
            variant="ghost"
            size="sm"
            loading={applying.isPending}
            onClick={() => applying.mutate({ gift: gift.id, pledge: null, replaced: id })}
          >
            Take off<span className="sr-only">: {giftInWords(gift)}</span>
          </Button>
        </li>
      ))}
      {proposals.map((gift) => (
        <li key={gift.id} className="flex flex-wrap items-center gap-x-3">
          <span>May be paid by {giftInWords(gift)}</span>
          <Button
            variant="outline"
            size="sm"
            loading={applying.isPending}
            onClick={() => applying.mutate({ gift: gift.id, pledge: id })}
          >
            Apply<span className="sr-only">: {giftInWords(gift)}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

const giftInWords = ({ day, amount, method, reference, is_posted }: GiftOfPledge) =>
  [
    `${formatDollars(amount)} on ${formatDay(day)}`,
    method && [optionLabel(method).toLowerCase(), reference].filter(Boolean).join(' '),
    !is_posted && 'not posted yet',
  ]
    .filter(Boolean)
    .join(', ')

const reasonSchema = z.object({ reason: requiredLine(300) })

function WriteOff({ pledge, onClose }: { pledge: Pledge; onClose: () => void }) {
  const form = useSchemaForm(reasonSchema, { reason: '' })
  const writing = useMutation(writeOffPledge)
  return (
    <FormDialog
      size="sm"
      title={`Write off ${formatDollars(pledge.balance)}`}
      description={`Nobody is reminded of what is left of the pledge of ${pledge.donor_name} any more. It can be reopened.`}
      form={form}
      saving={writing}
      save="Write off"
      failed="The pledge was not written off."
      onSubmit={({ reason }) =>
        writing.mutate(
          { pledge: pledge.id, reason, expected: pledge.balance },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {(Named) => <Named name="reason" label="Reason" required maxLength={300} />}
    </FormDialog>
  )
}
