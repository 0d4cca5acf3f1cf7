import { useRef, useState, type ReactNode } from 'react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import type { Found } from '@/engine/core/people-search'
import { cn } from '@/shared/lib/cn'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Field } from '@/shared/ui/field'
import { FormField, FormFields } from '@/shared/ui/form'
import { DonorInput } from './donor-input'
import { useFundChoices } from './gift-queries'
import {
  boundTo,
  fieldsOf,
  isForeign,
  isInKind,
  unbound,
  type NewGift,
  type PersonField,
  type TypedGift,
} from './gift-fields'
import { tributes } from '@/shared/data/tributes'
import { methods } from './gift-methods'
import { GridCell } from '../desk/gift-grid'

export type GiftForm = UseFormReturn<TypedGift, unknown, NewGift>

interface GiftInputsProps {
  form: GiftForm
  /** In the cells of a row of the grid */
  isRow?: boolean
  /** In the last cell of the row */
  end?: ReactNode
}

/** The fields of a gift: the common ones in one line, the rare ones beneath. */
export function GiftInputs({ form, isRow = false, end }: GiftInputsProps) {
  const [currency, method] = useWatch({
    control: form.control,
    name: ['currency', 'method'],
  })
  const inKind = isInKind({ method })
  const foreign = isForeign({ currency, method })
  const [isMore, setMore] = useState(false)
  const first = useRef<HTMLDivElement>(null)
  const filled = useRef<string>(null)
  const { errors } = form.formState
  const isOpen = isMore || beneath.some((name) => name in errors)
  const Cell = isRow ? InRow : InForm
  return (
    <FormFields form={form}>
      {(Named) => (
        <Line isRow={isRow}>
          <div ref={first} role={isRow ? 'gridcell' : undefined} className={donorCell(isRow)}>
            <PersonInput
              form={form}
              name="donor_name"
              label="Donor"
              required
              onPicked={({ address }) => {
                form.setValue('donor_email', address ?? '', { shouldDirty: true })
                filled.current = address
                // At once, for fast typists: `setFocus` waits.
                first.current?.parentElement?.querySelector<HTMLElement>('[name=amount]')?.focus()
              }}
              onUnbound={() => {
                // The picked person's address
                if (filled.current && form.getValues('donor_email') === filled.current) {
                  form.setValue('donor_email', '', { shouldDirty: true })
                }
              }}
            />
            <Named
              name="donor_email"
              label="Email"
              type="email"
              placeholder={isRow ? 'Email' : undefined}
            />
          </div>
          <Cell className="@4xl:[&_[aria-live]]:w-48">
            <Named
              name="amount"
              label={inKind ? 'Estimate' : 'Amount'}
              required={!inKind}
              inputMode="decimal"
            />
          </Cell>
          <Cell>
            <Named name="reference" label={method === 'check' ? 'Check no.' : 'Reference'} />
          </Cell>
          <Cell>
            <Named name="day" label="Day" required type="date" />
          </Cell>
          <Cell>
            <Named name="method" label="Method" required choices={methods} />
          </Cell>
          <Cell>
            <FundInput form={form} />
          </Cell>
          <Cell>
            <Named name="campaign" label="Campaign" />
          </Cell>
          <Cell>
            <Named name="note" label="Note" />
          </Cell>
          {isRow && <InRow className="@max-4xl:self-end">{end}</InRow>}
          {inKind && (
            <Cell isWide>
              <Named
                name="description"
                label="What was given"
                required
                description="On the receipt, without a value. The estimate is for the office only: it appears in no total and on no receipt."
              />
            </Cell>
          )}
          <Cell isWide>
            <details
              open={isOpen || foreign}
              onToggle={({ currentTarget }) => setMore(currentTarget.open)}
            >
              <summary className="min-h-control-sm w-fit py-1 text-sm">
                {inKind
                  ? 'Receipt to someone else, tribute, phone'
                  : 'In exchange, receipt to someone else, currency, tribute, phone'}
              </summary>
              <div className="grid items-start gap-3 pt-2 pb-1 sm:grid-cols-2 lg:grid-cols-3">
                {!inKind && <ExchangeInputs />}
                <ReceiptInput form={form} />
                {!inKind && <Named name="currency" label="Currency" maxLength={3} />}
                {foreign && (
                  <>
                    <Named
                      name="rate"
                      label="Rate"
                      required
                      inputMode="decimal"
                      hint={`Dollars for 1 ${currency.trim().toUpperCase()}`}
                    />
                    <Named name="rate_on" label="Day of the rate" required type="date" />
                  </>
                )}
                <Named name="tribute" label="Tribute" choices={tributes} />
                <Named name="tribute_name" label="Name of the tribute" />
                <Named name="donor_phone" label="Phone" type="tel" />
              </div>
            </details>
          </Cell>
        </Line>
      )}
    </FormFields>
  )
}

/** What the donor got, like a dinner, and its value */
export function ExchangeInputs() {
  return (
    <>
      <FormField<TypedGift>
        name="exchange"
        label="Given in exchange"
        hint="Like a dinner. Empty for most gifts."
        autoComplete="off"
      />
      <FormField<TypedGift>
        name="exchange_value"
        label="Value in exchange"
        inputMode="decimal"
        hint="In dollars. The rest is deductible."
        autoComplete="off"
      />
    </>
  )
}

export function FundInput({ form }: { form: GiftForm }) {
  const funds = useFundChoices()
  // Controlled: the funds may arrive after one was chosen.
  return (
    <Controller
      control={form.control}
      name="fund_id"
      render={({ field, fieldState: { error } }) => (
        <Field
          label="Fund"
          error={error?.message}
          as={ChoiceSelect}
          choices={funds}
          none="No fund"
          {...field}
        />
      )}
    />
  )
}

/** The legal donor */
export function ReceiptInput({ form }: { form: GiftForm }) {
  return (
    <PersonInput
      form={form}
      name="legal_donor_name"
      label="Receipt to"
      description="A donor-advised fund or an employer that gave it. The donor above is thanked."
    />
  )
}

interface PersonInputProps {
  form: GiftForm
  name: PersonField
  label: string
  required?: boolean
  description?: string
  onPicked?: (found: Found) => void
  onUnbound?: () => void
}

/** The name of a person. A picked person stays bound to it until more typing; the field says so. */
function PersonInput({ form, name, onPicked, onUnbound, description, ...texts }: PersonInputProps) {
  const [hint, ...bound] = useWatch({ control: form.control, name: fieldsOf(name) })
  const isBound = bound.some(Boolean)
  function set(values: Partial<TypedGift>) {
    for (const [key, value] of Object.entries(values)) {
      form.setValue(key as keyof TypedGift, value, { shouldDirty: true })
    }
  }
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState: { error } }) => (
        <Field
          {...texts}
          {...field}
          description={
            description || hint ? (
              <>
                {description}
                <span
                  role="status"
                  dir="auto"
                  className={cn('block wrap-anywhere', !isBound && 'font-semibold text-ink')}
                >
                  {hint}
                </span>
              </>
            ) : undefined
          }
          error={error?.message}
          as={DonorInput}
          onChange={(typed: string) => {
            field.onChange(typed)
            const changes = unbound(name, form.getValues())
            set(typed === '' ? { ...changes, [fieldsOf(name)[0]]: '' } : changes)
            if (isBound) onUnbound?.()
          }}
          onPick={(picked: string, found: Found) => {
            field.onChange(picked)
            set(boundTo(name, found))
            onPicked?.(found)
          }}
        />
      )}
    />
  )
}

const beneath = [
  'exchange',
  'exchange_value',
  'legal_donor_name',
  'currency',
  'rate',
  'rate_on',
  'donor_phone',
  'tribute',
  'tribute_name',
]

interface CellProps {
  isWide?: boolean
  className?: string
  children: ReactNode
}

/** The titles of the columns label the fields, where there is room for columns. */
const inCells =
  '@4xl:[&_label]:sr-only [&_:is(input,select)]:px-2 [&_select]:pe-7 [&_select+svg]:end-1.5 [&_select+svg]:w-4'

function InRow({ isWide = false, className = '', children }: CellProps) {
  return (
    <GridCell isWide={isWide} className={isWide ? undefined : `${inCells} self-start ${className}`}>
      {children}
    </GridCell>
  )
}

function InForm({ isWide = false, children }: CellProps) {
  return <div className={isWide ? 'col-span-full' : 'min-w-0'}>{children}</div>
}

const donorCell = (isRow: boolean) =>
  isRow
    ? `${inCells} col-span-2 grid min-w-0 items-start gap-x-3 gap-y-2 @2xl:grid-cols-2 @4xl:col-span-1 @4xl:grid-cols-1 @4xl:gap-1`
    : 'contents max-md:*:col-span-2'

function Line({ isRow, children }: { isRow: boolean; children: ReactNode }) {
  if (isRow) return children
  return <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-4">{children}</div>
}
