import ChevronDown from 'lucide-react/icons/chevron-down'
import { memo, type ReactNode } from 'react'
import { env } from '@/shared/config/env'
import { organisation } from '@/shared/data/organisation'
import { formatDollars } from '@/shared/lib/format-dollars'
import { amountInWords, whereNeededMost } from '@/shared/lib/pledge-words'
import { buttonClass } from '@/shared/ui/button'
import { donateContent } from '../content/donate'
import { programTitles } from '../content/program-titles'
import { dollarsInAYear, giftLimits, giftParameters, whatGiftPays, type Gift } from '../lib/gift'
import type { LazyForm } from '../lib/lazy-form'
import { useSentOrInSight } from '../lib/use-in-sight'
import { pledgeId, type Pledged, type useGift } from '../lib/use-gift'
import { FormSlot } from './form-slot'
import { ReachUs } from './reach-us'
import { SchoolYear } from './school-year'

const { give, measures, schoolYear } = donateContent
const formId = 'gift'

type GiftState = ReturnType<typeof useGift>

interface GiftFormProps {
  state: GiftState
  /** Takes a pledge if there is no payment page. */
  pledge: LazyForm<Pledged>
}

export function GiftForm({ state, pledge }: GiftFormProps) {
  const { end, chosen, explain } = state
  return (
    <div
      data-frame="form"
      className="on-paper rounded-panel bg-paper-raised px-5 py-4 sm:px-6 sm:py-5"
    >
      <GiftChoice state={state} />
      {!env.donateUrl && (
        <div ref={end} id={pledgeId} className="mt-3 border-t border-line pt-3 [&_form]:gap-4">
          <p className="mb-2 text-sm text-balance noscript:hidden">{give.pledgeText}</p>
          <PledgeSlot form={pledge} chosen={chosen} onInvalid={explain} />
        </div>
      )}
      <p className="mt-1 text-sm text-ink-soft">
        {give.promises[state.frequency].join(' · ')} ·{' '}
        <span className="whitespace-nowrap">{organisation.taxNumber}</span>
      </p>
    </div>
  )
}

/** Keeps its identity while the choice changes. */
const PledgeSlot = memo(function PledgeSlot(props: Pledged & { form: LazyForm<Pledged> }) {
  return <FormSlot {...props} instead={instead} />
})
const instead = <ReachUs text={give.pledgeInstead} subject={donateContent.title} />

/** How often and how much. Before the scripts load it is a plain form. */
function GiftChoice({ state }: { state: GiftState }) {
  const { gift, error, own, form, end } = state
  return (
    <form
      {...form}
      id={formId}
      noValidate
      aria-labelledby="give"
      // Without a payment page the browser sends nothing: Enter goes to the pledge.
      {...(env.donateUrl ? { method: 'get', action: env.donateUrl } : { method: 'dialog' })}
    >
      <h2 id="give" className="max-sm:mb-2 sm:float-start sm:me-8">
        {give.title}
      </h2>
      {env.donateUrl && <KeptParameters of={env.donateUrl} />}
      <div className={env.donateUrl ? '' : 'noscript:hidden'}>
        <Choices legend={give.frequency} isQuiet className="xs:grid-cols-2">
          {give.rhythms.map(({ value, label }, index) => (
            <Choice key={value} name="frequency" value={value} first={index === 0}>
              {label}
            </Choice>
          ))}
        </Choices>
        <Choices
          legend={give.amount}
          className="group/amount grid-cols-2 min-[22.5rem]:grid-cols-3 sm:grid-cols-[repeat(4,1fr)_auto]"
        >
          {give.amounts.map((amount, index) => (
            <Choice key={amount} name="amount" value={String(amount)} first={index === 1}>
              {formatDollars(amount)}
            </Choice>
          ))}
          <Choice name="amount" value="" className="max-sm:col-span-2 xs:whitespace-nowrap">
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
        <Effects gift={gift} />
        <div className="mt-3 items-center gap-4 sm:flex">
          <label htmlFor="gift-program" className="mb-2 block shrink-0 font-semibold sm:mb-0">
            {give.program}
          </label>
          {/* Like the kit's, which loads with the code of forms. */}
          <div className="relative w-full">
            <select
              id="gift-program"
              name="program"
              className="block min-h-control w-full appearance-none rounded-control border border-line-strong bg-paper-raised py-control-y px-3.5 pe-10 text-base/6 text-ellipsis text-ink hover:border-ink-soft"
            >
              <option value="">{whereNeededMost}</option>
              {Object.entries(programTitles).map(([id, title]) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
            <ChevronDown
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 end-3 h-full w-5 text-ink-soft"
            />
          </div>
        </div>
      </div>
      {env.donateUrl && (
        <div ref={end} id={pledgeId}>
          <GiveAction className="mt-5 w-full" />
          <p className="mt-3 text-sm text-ink-soft">{give.onlineText}</p>
        </div>
      )}
    </form>
  )
}

/**
 * On a phone, at the lower edge until the form's own button is in view or its pledge is sent: "$50
 * · 2 mornings". A pledge needs scripts, a payment page does not.
 */
export function GiftBar({ state }: { state: GiftState }) {
  const isNeedless = useSentOrInSight(state.end)
  return (
    <div
      data-edge="bottom"
      className={`sticky bottom-0 z-20 flex items-center justify-between gap-4 border-t border-line bg-paper-raised px-5 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-lift sm:hidden print:hidden ${isNeedless ? 'invisible' : ''} ${env.donateUrl ? '' : 'noscript:hidden'}`}
    >
      <p className="leading-snug font-semibold max-xs:text-sm noscript:invisible">
        {state.gift ? giftInShort(state.gift) : give.choose}
      </p>
      <GiveAction className="shrink-0 max-xs:px-3 max-xs:text-sm" />
    </div>
  )
}

function GiveAction({ className }: { className: string }) {
  return env.donateUrl ? (
    <button
      type="submit"
      form={formId}
      className={buttonClass({ variant: 'accent', size: 'lg', className })}
    >
      {give.online}
    </button>
  ) : (
    // The pledge's own button is the marigold one.
    <a href={`#${pledgeId}`} className={buttonClass({ size: 'lg', className })}>
      {give.pledge}
    </a>
  )
}

interface ChoicesProps {
  legend: string
  /** Whether its choices need no visible legend */
  isQuiet?: boolean
  className: string
  children: ReactNode
}

function Choices({ legend, isQuiet, className, children }: ChoicesProps) {
  return (
    <fieldset className={isQuiet ? 'min-w-0' : 'clear-both min-w-0'}>
      <legend className={isQuiet ? 'sr-only' : 'pt-3 pb-1.5 font-semibold'}>{legend}</legend>
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
      className={`flex min-h-12 cursor-pointer items-center gap-2 rounded-control border border-line-strong px-3 font-semibold hover:border-forest-700 has-checked:border-forest-700 has-checked:bg-forest-50 has-checked:ring-1 has-checked:ring-forest-700 ${className}`}
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

/** "$50 · 2 mornings", "$50 a month · 32 mornings a year" */
function giftInShort(gift: Gift): string {
  const { effects } = whatGiftPays(dollarsInAYear(gift), measures, gift.program, true)
  const [perMonth, perYear] = gift.frequency === 'monthly' ? [' a month', ' a year'] : ['', '']
  return `${formatDollars(gift.amount)}${perMonth} · ${effects[0]}${perYear}`
}

/** In words and as a chart. Empty without an amount, or where the gift has no unit. */
function Effects({ gift }: { gift: Gift | undefined }) {
  return (
    <div className="relative mt-3 sm:mt-4">
      <div aria-live="polite" aria-atomic="true" className="mb-1.5 min-h-15">
        {gift && <EffectsInWords gift={gift} />}
      </div>
      {(!gift?.program || gift.program === schoolYear.program) && (
        <>
          <SchoolYear dollars={gift ? dollarsInAYear(gift) : 0} />
          <p className="text-sm text-ink-soft sm:absolute sm:end-0 sm:top-0">
            {schoolYear.caption}
          </p>
        </>
      )}
    </div>
  )
}

/** They stay true if scripts do not follow the choice. */
function EffectsInWords({ gift }: { gift: Gift }) {
  const dollars = dollarsInAYear(gift)
  const { verb, effects } = whatGiftPays(dollars, measures, gift.program)
  const [first, ...others] = effects
  return (
    <>
      <p className="text-sm text-ink-soft">
        {gift.frequency === 'monthly'
          ? `${amountInWords(gift.amount, gift.frequency)} is ${formatDollars(dollars)} a year. That ${verb}`
          : `A gift of ${formatDollars(dollars)} ${verb}`}
      </p>
      <p className="font-display text-subheading text-forest-900">{first}</p>
      {others.length > 0 && (
        <p className="text-sm text-ink-soft">or for {others.join(', or for ')}.</p>
      )}
    </>
  )
}
