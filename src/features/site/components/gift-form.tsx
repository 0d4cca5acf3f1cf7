import { memo, type ReactNode } from 'react'
import { env } from '@/shared/config/env'
import { formatDollars } from '@/shared/lib/format-dollars'
import { amountInWords, whereNeededMost } from '@/shared/lib/pledge-words'
import { buttonClass } from '@/shared/ui/button'
import { donateContent } from '../content/donate'
import { programCosts } from '../content/program-costs'
import { programTitles } from '../content/program-titles'
import { giftLimits, giftParameters, whatGiftPays, type Gift } from '../lib/gift'
import type { LazyForm } from '../lib/lazy-form'
import { pledgeId, type Pledged, type useGift } from '../lib/use-gift'
import { FormSlot } from './form-slot'
import { ReachUs } from './reach-us'

const { give, measures } = donateContent
const formId = 'gift'

type GiftState = ReturnType<typeof useGift>

interface GiftFormProps {
  state: GiftState
  /** Takes a pledge where there is no payment page. */
  pledge: LazyForm<Pledged>
}

export function GiftForm({ state, pledge }: GiftFormProps) {
  return (
    <div data-frame="form" className="on-paper rounded-panel bg-paper-raised p-6 sm:p-8">
      <GiftChoice state={state} />
      {!env.donateUrl && (
        <div id={pledgeId} className="mt-6">
          <p className="mb-5 noscript:hidden">{give.pledgeText}</p>
          <PledgeSlot form={pledge} chosen={state.chosen} onInvalid={state.explain} />
        </div>
      )}
    </div>
  )
}

/** Stays as it is while the choice changes. */
const PledgeSlot = memo(function PledgeSlot(props: Pledged & { form: LazyForm<Pledged> }) {
  return <FormSlot {...props} instead={instead} />
})
const instead = <ReachUs text={give.pledgeInstead} subject={donateContent.title} />

/** How often and how much. Before the scripts are there it is a plain form. */
function GiftChoice({ state }: { state: GiftState }) {
  const { gift, error, own, form } = state
  return (
    <form
      {...form}
      id={formId}
      noValidate
      aria-labelledby="give"
      {...(env.donateUrl && { method: 'get', action: env.donateUrl })}
    >
      <h2 id="give">{give.title}</h2>
      {env.donateUrl && <KeptParameters of={env.donateUrl} />}
      <div className={env.donateUrl ? '' : 'noscript:hidden'}>
        <Choices legend={give.frequency} className="grid-cols-2">
          {give.rhythms.map(({ value, label }, index) => (
            <Choice key={value} name="frequency" value={value} first={index === 0}>
              {label}
            </Choice>
          ))}
        </Choices>
        <Choices legend={give.amount} className="group/amount grid-cols-2 sm:grid-cols-4">
          {give.amounts.map((amount, index) => (
            <Choice key={amount} name="amount" value={String(amount)} first={index === 1}>
              {formatDollars(amount)}
            </Choice>
          ))}
          <Choice name="amount" value="" className="col-span-full">
            {give.other}
          </Choice>
          <div className="col-span-full hidden group-has-[[value='']:checked]/amount:block">
            <div className="noscript:hidden">
              <label htmlFor="own-amount" className="font-semibold">
                {give.own}
              </label>
              <input
                ref={own}
                id="own-amount"
                type="text"
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                aria-invalid={Boolean(error)}
                aria-describedby="amount-limits amount-error"
                className="mt-1.5 block min-h-12 w-full rounded-control border border-line-strong bg-white px-3.5 text-lg text-ink hover:border-ink-soft aria-invalid:border-danger"
              />
              <p id="amount-limits" className="mt-1.5 text-sm text-ink-soft">
                From {formatDollars(giftLimits.least)} to {formatDollars(giftLimits.most)}
              </p>
              <p
                id="amount-error"
                aria-live="polite"
                className="text-sm font-semibold text-danger empty:hidden"
              >
                {error}
              </p>
            </div>
            <p className="hidden noscript:block">{give.later}</p>
          </div>
        </Choices>
        <label htmlFor="gift-program" className="mt-6 mb-2 block font-semibold">
          {give.program}
        </label>
        {/* The kit's select comes with the code of forms. */}
        <select
          id="gift-program"
          name="program"
          className="block min-h-12 w-full rounded-control border border-line-strong bg-white px-3 text-ink hover:border-ink-soft"
        >
          <option value="">{whereNeededMost}</option>
          {Object.entries(programTitles).map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
        <div aria-live="polite" className="mt-6 min-h-22 max-sm:hidden">
          {gift && <Effects gift={gift} />}
        </div>
      </div>
      {env.donateUrl && (
        <>
          <GiveAction className="mt-6 w-full max-sm:hidden" />
          <p className="mt-3 text-sm text-ink-soft">{give.onlineText}</p>
        </>
      )}
    </form>
  )
}

/** On a phone, at the lower edge wherever one has scrolled to: the gift, and what it does. */
export function GiftBar({ state }: { state: GiftState }) {
  return (
    <div className="sticky bottom-0 z-20 flex items-center justify-between gap-4 border-t border-line bg-paper-raised px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-lift sm:hidden print:hidden">
      <p aria-live="polite" className="noscript:invisible">
        <span className="font-semibold">
          {state.gift ? amountInWords(state.gift.amount, state.gift.frequency) : give.choose}
        </span>
        {state.gift && (
          <span data-effect className="block text-sm leading-snug text-ink-soft">
            {effectInShort(state.gift)}
          </span>
        )}
      </p>
      <GiveAction className="shrink-0" />
    </div>
  )
}

function GiveAction({ className }: { className: string }) {
  const look = buttonClass({ variant: 'accent', size: 'lg', className })
  return env.donateUrl ? (
    <button type="submit" form={formId} className={look}>
      {give.online}
    </button>
  ) : (
    <a href={`#${pledgeId}`} className={look}>
      {give.pledge}
    </a>
  )
}

interface ChoicesProps {
  legend: string
  className: string
  children: ReactNode
}

function Choices({ legend, className, children }: ChoicesProps) {
  return (
    <fieldset className="mt-6 min-w-0">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className={`grid gap-2 ${className}`}>{children}</div>
    </fieldset>
  )
}

interface ChoiceProps {
  name: string
  value: string
  /** Chosen at first */
  first?: boolean
  className?: string
  children: ReactNode
}

function Choice({ name, value, first, className = '', children }: ChoiceProps) {
  return (
    <label
      className={`flex min-h-12 cursor-pointer items-center gap-2.5 rounded-control border border-line-strong px-3.5 font-semibold hover:border-forest-700 has-checked:border-forest-700 has-checked:bg-forest-50 has-checked:ring-1 has-checked:ring-forest-700 ${className}`}
    >
      <input type="radio" name={name} value={value} defaultChecked={first} className="size-4.5" />
      {children}
    </label>
  )
}

/** The query parameters that a GET form drops from its address. */
function KeptParameters({ of }: { of: string }) {
  return [...new URL(of).searchParams]
    .filter(([name]) => !giftParameters.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

const inAYear = ({ amount, frequency }: Gift) => (frequency === 'monthly' ? amount * 12 : amount)

const costOfPlace = (program: keyof typeof programTitles) =>
  `${programTitles[program]}, where a place costs ${formatDollars(programCosts[program].perParticipant)}`

function effectInShort(gift: Gift): string {
  const [first] = whatGiftPays(inAYear(gift), measures, gift.program)
  if (!first) return gift.program ? `Goes to ${programTitles[gift.program]}` : ''
  return `Pays for ${first}${gift.frequency === 'monthly' ? ' each year' : ''}`
}

/** In words, so that it stays true where the scripts do not follow the choice. */
function Effects({ gift }: { gift: Gift }) {
  const dollars = inAYear(gift)
  const [first, ...others] = whatGiftPays(dollars, measures, gift.program)
  const pays = first ? 'pays for' : 'goes to'
  return (
    <div className="border-s-4 border-marigold-400 ps-4">
      <p>
        {gift.frequency === 'monthly'
          ? `${amountInWords(gift.amount, gift.frequency)} is ${formatDollars(dollars)} a year. That ${pays}`
          : `A gift of ${formatDollars(dollars)} ${pays}`}
      </p>
      <p className="font-display text-subheading text-forest-900">
        {first ?? (gift.program && costOfPlace(gift.program))}
      </p>
      {others.length > 0 && (
        <p className="mt-1 text-sm text-ink-soft">or for {others.join(', or for ')}.</p>
      )}
    </div>
  )
}
