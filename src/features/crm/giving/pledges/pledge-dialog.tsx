import { useMutation } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Controller, useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import type { Found, Namesake } from '@/engine/core/people-search'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { optionalLine, optionalText, requiredLine } from '@/shared/forms/form-text'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Button } from '@/shared/ui/button'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Field } from '@/shared/ui/field'
import { NativeSelect } from '@/shared/ui/native-select'
import { notify } from '@/shared/ui/notify'
import { DonorInput } from '../gifts/donor-input'
import { money, pastDay, today, type Asked } from '../gifts/gift-fields'
import { useFundChoices } from '../gifts/gift-queries'
import { WhoIsIt } from '../gifts/who-is-it'
import { savePledge, type Pledge, type PledgeOnRecord } from './pledge-queries'
import { equalParts, monthsAfter } from './pledge-schedule'

const dueDay = z.string().refine((day) => z.iso.date().safeParse(day).success, 'Choose a day')

const pledgeSchema = z
  .object({
    donor_name: requiredLine(200),
    amount: money,
    fund_id: z.string().transform((id) => id || null),
    campaign: optionalLine(200),
    pledged_on: pastDay,
    note: optionalText(2000),
    installments: z.array(z.object({ due_on: dueDay, amount: money })).min(1),
  })
  .superRefine(({ amount, pledged_on, installments }, context) => {
    const cents = installments.reduce((sum, part) => sum + Math.round(+part.amount * 100), 0)
    if (cents !== Math.round(+amount * 100)) {
      const message = `The installments add up to ${formatDollars(cents / 100)}, the pledge is ${formatDollars(+amount)}`
      context.addIssue({ code: 'custom', message, path: ['amount'] })
    }
    installments.forEach(({ due_on }, at) => {
      const message =
        due_on < pledged_on
          ? 'Not before the pledge'
          : installments.findIndex((other) => other.due_on === due_on) < at
            ? 'Another one is due on this day'
            : undefined
      if (message)
        context.addIssue({ code: 'custom', message, path: ['installments', at, 'due_on'] })
    })
  })

export interface PledgeStart extends Partial<PledgeOnRecord> {
  person_id?: string
  submission_id?: string
  /** The number of monthly installments, otherwise one */
  parts?: number
}

interface PledgeDialogProps {
  /** The pledge to change */
  pledge?: Pledge
  /** What is known of a new one */
  start?: PledgeStart
  onClose: () => void
}

const intervals = [
  { id: '1', label: 'A month apart' },
  { id: '3', label: 'Three months apart' },
  { id: '6', label: 'Half a year apart' },
  { id: '12', label: 'A year apart' },
]

/** A donor's pledge with its installments, new or changed. */
export default function PledgeDialog({ pledge, start = {}, onClose }: PledgeDialogProps) {
  const [id] = useState(() => pledge?.id ?? crypto.randomUUID())
  const [newPerson] = useState(() => crypto.randomUUID())
  const known: Partial<PledgeOnRecord> = pledge ?? start
  const form = useSchemaForm(pledgeSchema, {
    donor_name: known.donor_name ?? '',
    amount: known.amount?.toFixed(2) ?? '',
    fund_id: known.fund_id ?? '',
    campaign: known.campaign ?? '',
    pledged_on: known.pledged_on ?? today(),
    note: known.note ?? '',
    installments:
      pledge?.installments.map(({ due_on, amount }) => ({
        due_on,
        amount: amount.toFixed(2),
      })) ?? startParts(start),
  })
  const saving = useMutation(savePledge)
  const [person, setPerson] = useState<{ person_id?: string; new_person_id?: string }>(
    start.person_id ? { person_id: start.person_id } : {},
  )
  const [asked, setAsked] = useState<Asked>()
  const [name] = useWatch({ control: form.control, name: ['donor_name'] })
  const funds = useFundChoices()
  const isOfKnown = pledge !== undefined || start.person_id !== undefined

  function save({ installments, ...typed }: z.output<typeof pledgeSchema>, who = person) {
    saving.mutate(
      {
        pledge: {
          ...typed,
          ...who,
          ...(start.submission_id && { submission_id: start.submission_id }),
          amount: Number(typed.amount),
          id,
        },
        installments: installments.map((part) => ({ ...part, amount: Number(part.amount) })),
        ...(pledge && { replaced: onRecord(pledge) }),
      },
      {
        onSuccess: (answer) => {
          if (answer) return setAsked(answer)
          notify({ title: 'Pledge saved', tone: 'success' })
          onClose()
        },
      },
    )
  }
  function answer(who: Namesake | 'someone else') {
    const picked = who === 'someone else' ? { new_person_id: newPerson } : { person_id: who.person }
    setAsked(undefined)
    setPerson(picked)
    void form.handleSubmit((row) => save(row, picked))()
  }

  return (
    <FormDialog
      title={pledge ? `Change the pledge of ${pledge.donor_name}` : 'New pledge'}
      description="What the donor promised. Gifts are applied to it, and what is left is its balance."
      form={form}
      saving={saving}
      save="Save pledge"
      failed="The pledge was not saved."
      onSubmit={(row) => save(row)}
      onClose={onClose}
    >
      {(Named) => (
        <>
          {isOfKnown ? (
            <Named name="donor_name" label="Donor, as written on the pledge" required />
          ) : (
            <Controller
              control={form.control}
              name="donor_name"
              render={({ field, fieldState: { error } }) => (
                <Field
                  {...field}
                  label="Donor"
                  required
                  error={error?.message}
                  description={
                    start.submission_id && !person.person_id
                      ? 'The person who sent the pledge, unless you pick someone else'
                      : person.person_id
                        ? 'Picked'
                        : undefined
                  }
                  as={DonorInput}
                  onChange={(typed: string) => {
                    field.onChange(typed)
                    setPerson({})
                    setAsked(undefined)
                  }}
                  onPick={(picked: string, found: Found) => {
                    field.onChange(picked)
                    setPerson({ person_id: found.person })
                  }}
                />
              )}
            />
          )}
          <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
            <Named name="amount" label="Amount in dollars" required inputMode="decimal" />
            <Named name="pledged_on" label="Pledged on" required type="date" max={today()} />
            <Named name="fund_id" label="Fund" as={ChoiceSelect} choices={funds} none="No fund" />
            <Named name="campaign" label="Campaign" />
          </div>
          <Installments form={form} />
          <Named name="note" label="Note" rows={2} />
          {asked && (
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <WhoIsIt asked={asked} of={name} onAnswer={answer} />
            </div>
          )}
        </>
      )}
    </FormDialog>
  )
}

/** The installments that a new pledge starts with: the first is due a month after the pledge. */
function startParts({ amount, pledged_on = today(), parts = 1 }: PledgeStart) {
  const first = monthsAfter(pledged_on, 1)
  return amount === undefined
    ? [{ due_on: first, amount: '' }]
    : equalParts(amount, parts, first, 1)
}

/** As the database compares it. */
const onRecord = ({
  donor_name,
  amount,
  fund_id,
  campaign,
  pledged_on,
  note,
  installments,
}: Pledge) => ({
  donor_name,
  amount,
  fund_id,
  campaign,
  pledged_on,
  note,
  installments: installments.map((part) => ({ due_on: part.due_on, amount: part.amount })),
})

type PledgeForm = UseFormReturn<
  z.input<typeof pledgeSchema>,
  unknown,
  z.output<typeof pledgeSchema>
>

function Installments({ form }: { form: PledgeForm }) {
  const { control, register, formState, getValues } = form
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'installments' })
  const [count, setCount] = useState('4')
  const [months, setMonths] = useState('3')
  const errors = formState.errors.installments
  const amount = () => {
    const { data } = money.safeParse(getValues('amount'))
    return data === undefined ? undefined : Number(data)
  }
  const first = () => getValues('installments.0.due_on') || monthsAfter(today(), 1)

  function add() {
    const parts = getValues('installments')
    const cents = parts.reduce((sum, part) => sum + Math.round(+part.amount * 100 || 0), 0)
    const left = Math.round((amount() ?? 0) * 100) - cents
    const last = parts.at(-1)?.due_on
    append({
      due_on: monthsAfter(last || today(), 1),
      amount: left > 0 ? (left / 100).toFixed(2) : '',
    })
  }
  function split() {
    const dollars = amount()
    const parts = Number(count)
    if (dollars === undefined) return void form.trigger('amount')
    if (Number.isInteger(parts) && parts >= 1 && parts <= 120) {
      replace(equalParts(dollars, parts, first(), Number(months)))
    }
  }

  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-semibold">Installments</legend>
      <ul className="grid gap-2">
        {fields.map(({ id }, at) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(9rem,1fr)_minmax(0,1fr)_auto] items-start gap-2"
          >
            <Field
              {...register(`installments.${at}.due_on`)}
              label={`Due day ${at + 1}`}
              type="date"
              required
              error={errors?.[at]?.due_on?.message}
            />
            <Field
              {...register(`installments.${at}.amount`)}
              label={`Dollars ${at + 1}`}
              inputMode="decimal"
              required
              error={errors?.[at]?.amount?.message}
            />
            <Button
              variant="ghost"
              size="icon"
              className="mt-8"
              disabled={fields.length === 1}
              aria-label={`Remove installment ${at + 1}`}
              onClick={() => remove(at)}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="outline" size="sm" className="justify-self-start" onClick={add}>
        <Plus aria-hidden="true" />
        Add an installment
      </Button>
      <div className="flex flex-wrap items-end gap-2">
        <Field
          label="Equal parts"
          className="w-20"
          inputMode="numeric"
          value={count}
          onChange={({ target }) => setCount(target.value)}
        />
        <Field
          label="How far apart"
          as={NativeSelect}
          value={months}
          onChange={({ target }) => setMonths(target.value)}
        >
          {intervals.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Field>
        <Button variant="outline" onClick={split}>
          Split evenly
        </Button>
      </div>
    </fieldset>
  )
}
