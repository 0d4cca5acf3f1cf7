import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { optionalText, requiredLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { cn } from '@/shared/lib/cn'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Button } from '@/shared/ui/button'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { Loading } from '@/shared/account-ui/loading'
import { addFund, spendFromFund } from './deposit-queries'
import { fundsQuery, type Fund } from '../gifts/gift-queries'
import { money, pastDay, today } from '../gifts/gift-fields'

/** Money with one purpose, and how much of it is left. */
export function Funds() {
  const funds = useQuery(fundsQuery)
  const [open, setOpen] = useState<Fund | 'new'>()
  return (
    <>
      {funds.data ? (
        <ul aria-label="Funds" className="mb-3">
          {funds.data.map((fund) => (
            <li
              key={fund.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-1.5"
            >
              <span className="min-w-0 flex-1 basis-60">
                <span className="font-semibold">{fund.name}</span>
                <span className="block text-sm text-ink-soft">
                  {formatDollars(fund.given)} given − {formatDollars(fund.refunded)} refunded or
                  voided − {formatDollars(fund.spent)} spent
                </span>
              </span>
              <span className={cn('tabular-nums', fund.balance < 0 && 'text-danger')}>
                {formatDollars(fund.balance)} left
              </span>
              <Button
                variant="ghost"
                size="sm"
                className="ms-auto"
                aria-label={`Record spending: ${fund.name}`}
                onClick={() => setOpen(fund)}
              >
                Record spending
              </Button>
            </li>
          ))}
          {funds.data.length === 0 && (
            <li className="text-ink-soft">
              No funds yet. “New fund” adds one, for gifts with only one purpose.
            </li>
          )}
        </ul>
      ) : (
        <Loading query={funds} what="The funds" label="Loading the funds..." />
      )}
      <Button variant="outline" onClick={() => setOpen('new')}>
        New fund
      </Button>
      {open === 'new' && <FundDialog onClose={() => setOpen(undefined)} />}
      {open && open !== 'new' && <SpendDialog fund={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const fundSchema = z.object({ name: requiredLine(100), purpose: optionalText(1000) })

function FundDialog({ onClose }: { onClose: () => void }) {
  const [id] = useState(() => crypto.randomUUID())
  const form = useSchemaForm(fundSchema, { name: '', purpose: '' })
  const adding = useMutation(addFund)
  return (
    <FormDialog
      size="sm"
      title="New fund"
      description="For gifts with a restricted purpose."
      form={form}
      saving={adding}
      save="Add fund"
      onSubmit={(fund) => adding.mutate({ id, ...fund }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(Field) => (
        <>
          <Field name="name" label="Name" required />
          <Field name="purpose" label="Purpose" rows={2} />
        </>
      )}
    </FormDialog>
  )
}

const spendingSchema = z.object({ amount: money, spent_on: pastDay, purpose: requiredLine(300) })

function SpendDialog({ fund, onClose }: { fund: Fund; onClose: () => void }) {
  const [spending] = useState(() => crypto.randomUUID())
  const form = useSchemaForm(spendingSchema, { amount: '', spent_on: today(), purpose: '' })
  const recording = useMutation(spendFromFund)
  return (
    <FormDialog
      size="sm"
      title={`Spent from ${fund.name}`}
      description={`${formatDollars(fund.balance)} left`}
      form={form}
      saving={recording}
      save="Record"
      onSubmit={({ amount, ...row }) =>
        recording.mutate(
          { ...row, spending, fund: fund.id, amount: Number(amount) },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {(Field) => (
        <>
          <Field name="amount" label="Amount" required inputMode="decimal" />
          <Field name="spent_on" label="Day" required type="date" />
          <Field name="purpose" label="Paid for" required />
        </>
      )}
    </FormDialog>
  )
}
