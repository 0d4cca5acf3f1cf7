import { useRef, useState } from 'react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { cn } from '@/shared/lib/cn'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Field } from '@/shared/ui/field'
import { FormFields } from '@/shared/ui/form'
import { DonorInput } from './donor-input'
import { useFundChoices } from './desk-queries'
import { isInKind, methods, tributes, type NewGift, type TypedGift } from './gift-fields'

export type GiftForm = UseFormReturn<TypedGift, unknown, NewGift>

/** The fields of a gift: a row with what each gift has, and beneath it what few have. */
export function GiftInputs({ form, isRow = false }: { form: GiftForm; isRow?: boolean }) {
  const funds = useFundChoices()
  const [currency, method] = useWatch({ control: form.control, name: ['currency', 'method'] })
  const inKind = isInKind({ method })
  const isForeign = !inKind && !['', 'USD'].includes((currency ?? '').trim().toUpperCase())
  const [isMore, setMore] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const { errors } = form.formState
  const isOpen =
    isMore ||
    ['legal_donor_name', 'donor_phone', 'campaign', 'tribute', 'tribute_name', 'note'].some(
      (name) => name in errors,
    )
  return (
    <FormFields form={form}>
      {(Named) => (
        <>
          <div
            ref={row}
            className={cn(
              'grid grid-cols-2 items-start gap-3 md:grid-cols-4',
              isRow &&
                (inKind
                  ? 'xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1.2fr)_5.5rem_5.5rem_9.5rem_8rem_minmax(8rem,1fr)]'
                  : 'xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1.2fr)_5.5rem_5.5rem_4.5rem_9.5rem_8rem_minmax(8rem,1fr)]'),
            )}
          >
            <Controller
              control={form.control}
              name="donor_name"
              render={({ field }) => (
                <Field
                  label="Donor"
                  required
                  error={errors.donor_name?.message}
                  className="max-md:col-span-2"
                  as={DonorInput}
                  {...field}
                  onPick={({ name, address }) => {
                    form.setValue('donor_name', name, { shouldDirty: true })
                    form.setValue('donor_email', address ?? '', { shouldDirty: true })
                    // At once, for fast typists: `setFocus` waits.
                    row.current?.querySelector<HTMLElement>('[name=amount]')?.focus()
                  }}
                />
              )}
            />
            <Named name="donor_email" label="Email" type="email" className="max-md:col-span-2" />
            <Named
              name="amount"
              label={inKind ? 'Estimate' : 'Amount'}
              required={!inKind}
              inputMode="decimal"
            />
            <Named name="reference" label="Reference" />
            {!inKind && <Named name="currency" label="Currency" maxLength={3} />}
            <Named name="day" label="Day" required type="date" />
            <Named name="method" label="Method" required choices={methods} />
            {/* Controlled: the funds may arrive after one was chosen. */}
            <Controller
              control={form.control}
              name="fund_id"
              render={({ field }) => (
                <Field
                  label="Fund"
                  error={errors.fund_id?.message}
                  as={ChoiceSelect}
                  choices={funds}
                  none="No fund"
                  {...field}
                />
              )}
            />
            {inKind && (
              <Named
                name="description"
                label="What was given"
                required
                description="On the receipt, without a value. The estimate is for the office only: no total and no donor has it."
                className="col-span-full"
              />
            )}
            {isForeign && (
              <>
                <Named
                  name="rate"
                  label="Rate"
                  required
                  inputMode="decimal"
                  hint={`Dollars of 1 ${currency.trim().toUpperCase()}`}
                />
                <Named name="rate_on" label="Day of the rate" required type="date" />
              </>
            )}
          </div>
          <details open={isOpen} onToggle={({ currentTarget }) => setMore(currentTarget.open)}>
            <summary className="min-h-control-sm w-fit py-1">
              Receipt to another, campaign, tribute, phone, note
            </summary>
            <div className="grid items-start gap-3 pt-2 sm:grid-cols-2 lg:grid-cols-3">
              <Controller
                control={form.control}
                name="legal_donor_name"
                render={({ field: { onChange, ...field } }) => (
                  <Field
                    label="Receipt to"
                    description="A donor-advised fund or an employer that gave it. The donor above is thanked."
                    error={errors.legal_donor_name?.message}
                    as={DonorInput}
                    {...field}
                    onChange={(name: string) => {
                      form.setValue('legal_donor_id', '')
                      onChange(name)
                    }}
                    onPick={({ name, person }) => {
                      onChange(name)
                      form.setValue('legal_donor_id', person)
                    }}
                  />
                )}
              />
              <Named name="campaign" label="Campaign" />
              <Named name="donor_phone" label="Phone" type="tel" />
              <Named name="tribute" label="Tribute" choices={tributes} />
              <Named name="tribute_name" label="Name of the tribute" />
              <Named name="note" label="Note" rows={1} />
            </div>
          </details>
        </>
      )}
    </FormFields>
  )
}
