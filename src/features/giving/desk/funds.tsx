import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { optionalText, requiredLine } from '@/shared/forms/form-text'
import { cn } from '@/shared/lib/cn'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { Form } from '@/shared/ui/form'
import { FormFooter } from '@/shared/ui/form-footer'
import { LoadFailure } from '@/shared/ui/load-failure'
import { Spinner } from '@/shared/ui/spinner'
import { addFund, failureOf, fundsQuery, spendFromFund, type Fund } from './desk-queries'
import { money, pastDay, today } from './gift-fields'

/** Money for one purpose alone, and what is left of it. */
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
                aria-label={`Record a spending: ${fund.name}`}
                onClick={() => setOpen(fund)}
              >
                Record a spending
              </Button>
            </li>
          ))}
          {funds.data.length === 0 && <li className="text-ink-soft">There is no fund yet.</li>}
        </ul>
      ) : funds.isError ? (
        <LoadFailure title="The funds could not be loaded." query={funds} />
      ) : (
        <Spinner label="Loading the funds..." />
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
  const form = useForm({
    resolver: zodResolver(fundSchema),
    defaultValues: { name: '', purpose: '' },
  })
  const adding = useMutation(addFund)
  return (
    <Dialog open onOpenChange={() => !adding.isPending && onClose()}>
      <DialogContent size="sm" title="New fund" description="For gifts with a restricted purpose.">
        <Form
          form={form}
          label="New fund"
          onSubmit={(fund) => adding.mutate({ id, ...fund }, { onSuccess: onClose })}
        >
          {(Field) => (
            <>
              <Field name="name" label="Name" required />
              <Field name="purpose" label="Purpose" rows={2} />
              <Foot failure={failureOf(adding)} isPending={adding.isPending} yes="Add fund" />
            </>
          )}
        </Form>
      </DialogContent>
    </Dialog>
  )
}

const spendingSchema = z.object({ amount: money, spent_on: pastDay, purpose: requiredLine(300) })

function SpendDialog({ fund, onClose }: { fund: Fund; onClose: () => void }) {
  const [spending] = useState(() => crypto.randomUUID())
  const form = useForm({
    resolver: zodResolver(spendingSchema),
    defaultValues: { amount: '', spent_on: today(), purpose: '' },
  })
  const recording = useMutation(spendFromFund)
  return (
    <Dialog open onOpenChange={() => !recording.isPending && onClose()}>
      <DialogContent
        size="sm"
        title={`Spent from ${fund.name}`}
        description={`${formatDollars(fund.balance)} are left.`}
      >
        <Form
          form={form}
          label="Spending"
          onSubmit={({ amount, ...row }) =>
            recording.mutate(
              { ...row, spending, fund: fund.id, amount: Number(amount) },
              { onSuccess: onClose },
            )
          }
        >
          {(Field) => (
            <>
              <Field name="amount" label="Amount" required inputMode="decimal" />
              <Field name="spent_on" label="Day" required type="date" />
              <Field name="purpose" label="Spent on" required />
              <Foot failure={failureOf(recording)} isPending={recording.isPending} yes="Record" />
            </>
          )}
        </Form>
      </DialogContent>
    </Dialog>
  )
}

interface FootProps {
  failure: string | undefined
  isPending: boolean
  yes: string
}

function Foot({ failure, isPending, yes }: FootProps) {
  return (
    <>
      {failure && (
        <Alert tone="danger" role="alert">
          {failure}
        </Alert>
      )}
      <FormFooter isSaving={isPending} save={yes} />
    </>
  )
}
