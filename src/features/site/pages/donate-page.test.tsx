import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { LazyForm } from '../lib/lazy-form'
import type { Pledged } from '../lib/use-gift'
import { DonatePage } from './donate-page'

/** The gift that the pledge form receives. */
let pledged: Pledged | undefined
const pledge = new LazyForm<Pledged>(() =>
  Promise.resolve((props: Pledged) => {
    pledged = props
    return (
      <form>
        <input aria-label="Name" />
        <button type="submit" />
      </form>
    )
  }),
)

const payment = 'https://give.example/kindlewell?campaign=site'

/** Scrolls the form's own button into view, or out of it. */
let see: (isIntersecting: boolean) => void

function open(motion = false) {
  class Observer {
    constructor(report: (entries: Partial<IntersectionObserverEntry>[]) => void) {
      see = (isIntersecting) => act(() => report([{ isIntersecting, target: this.target! }]))
    }
    target?: Element
    observe(target: Element) {
      this.target = target
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal('matchMedia', () => ({ matches: motion }))
  const assign = vi.fn<(address: string) => void>()
  vi.stubGlobal('location', { assign })
  render(<DonatePage pledge={pledge} />, { wrapper: MemoryRouter })
  return { assign, user: userEvent.setup() }
}

test('goes on to the payment page with amount and frequency', async () => {
  vi.stubEnv('VITE_DONATE_URL', payment)
  const { user, assign } = open()
  const [give] = screen.getAllByRole('button', { name: 'Donate now' })

  await user.click(screen.getByRole('radio', { name: 'Monthly' }))
  expect(screen.getByText('$50 every month is $600 a year. That pays for')).toBeVisible()
  expect(screen.getByText('32 mornings at school for one child')).toBeVisible()
  expect(screen.getByText('$50 a month · 32 mornings a year')).toBeVisible()
  await user.click(give!)
  expect(assign).toHaveBeenLastCalledWith(`${payment}&amount=50&frequency=monthly`)
})

test('only a monthly gift can be stopped', async () => {
  const { user } = open()
  expect(screen.getByText(/^Receipt by email ·/)).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Monthly' }))
  expect(screen.getByText(/^Stop any time · Receipt by email ·/)).toBeVisible()
})

test('the bar says the amount and what it pays for', async () => {
  const { user } = open()
  expect(screen.getByText('$50 · 2 mornings')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Another amount' }))
  expect(screen.getByText('Choose an amount')).toBeVisible()
  await user.type(screen.getByLabelText('Amount in US dollars'), '8,062.50')
  expect(screen.getByText('$8,062.50 · 2 school years and 30 mornings')).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox'), 'Teacher Training')
  expect(screen.getByText('$8,062.50 · 2 places in Teacher Training')).toBeVisible()
  expect(screen.queryByRole('img', { name: /mornings/ })).not.toBeInTheDocument()
})

test('the bar is there only while the form’s own button is out of sight', async () => {
  open()
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  const bar = screen.getByText('$50 · 2 mornings').parentElement!
  expect(bar).not.toHaveClass('invisible')
  see(true)
  expect(bar).toHaveClass('invisible')
  see(false)
  expect(bar).not.toHaveClass('invisible')
  // Once sent, a receipt replaces it.
  name.form!.append(document.createElement('dl'))
  see(false)
  expect(bar).toHaveClass('invisible')
})

describe('the school year', () => {
  const year = () => screen.getByRole('img', { name: /mornings of a school year/ })
  const filled = () => Number(year().querySelector('[data-filled]')?.getAttribute('data-filled'))
  function choose(amount: string, motion: boolean) {
    vi.useFakeTimers()
    open(motion)
    fireEvent.click(screen.getByRole('radio', { name: amount }))
  }
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('fills morning by morning, says the count at once and is announced once', () => {
    choose('$250', true)
    expect(year()).toHaveAccessibleName('13 of the 200 mornings of a school year')
    expect(filled()).toBe(2)
    act(() => void vi.advanceTimersByTime(90))
    expect(filled()).toBe(5)
    act(() => void vi.advanceTimersByTime(1000))
    expect(filled()).toBe(13)
    fireEvent.click(screen.getByRole('radio', { name: '$25' }))
    expect(filled()).toBe(1)
    const live = [...document.querySelectorAll('[aria-live]')].filter((part) => part.textContent)
    expect(live.map((part) => part.textContent)).toEqual([
      'A gift of $25 pays for1 morning at school for one child',
    ])
  })

  test('is filled at once with reduced motion, and full above its 200 mornings', () => {
    choose('Another amount', false)
    const own = screen.getByLabelText('Amount in US dollars')
    fireEvent.change(own, { target: { value: '8062.50' } })
    expect(filled()).toBe(200)
    expect(year()).toHaveAccessibleName('All 200 mornings of a school year, and more')
  })
})

test('a visitor can choose a program, and the payment page gets it', async () => {
  vi.stubEnv('VITE_DONATE_URL', payment)
  const { user, assign } = open()
  const program = screen.getByRole('combobox', { name: 'Where it goes' })
  expect(program).toHaveDisplayValue('Where it is needed most')
  await user.selectOptions(program, 'BAWG Workshops')
  expect(screen.getByText('one of 3 for 1 Saturday of money workshops for one adult')).toBeVisible()
  await user.selectOptions(program, 'Teacher Training')
  expect(screen.getByText('one of 55 for 1 place in Teacher Training')).toBeVisible()
  await user.click(screen.getAllByRole('button', { name: 'Donate now' })[0]!)
  expect(assign).toHaveBeenLastCalledWith(
    `${payment}&amount=50&frequency=once&program=teacher-training`,
  )
})

test('checks a custom amount first', async () => {
  vi.stubEnv('VITE_DONATE_URL', payment)
  const { user, assign } = open()
  const [give] = screen.getAllByRole('button', { name: 'Donate now' })

  await user.click(screen.getByRole('radio', { name: 'Another amount' }))
  const own = screen.getByLabelText('Amount in US dollars')
  expect(own).not.toHaveAttribute('aria-invalid', 'true')
  await user.click(give!)
  expect(own).toHaveFocus()
  expect(own).toHaveAccessibleDescription(/Please enter an amount in dollars/)
  await user.type(own, '4')
  expect(own).toHaveAccessibleDescription(/at least \$5/)
  expect(assign).not.toHaveBeenCalled()

  await user.clear(own)
  await user.type(own, '1,250.50{Enter}')
  expect(own).not.toHaveAttribute('aria-invalid', 'true')
  expect(assign).toHaveBeenCalledExactlyOnceWith(`${payment}&amount=1250.50&frequency=once`)
})

test('frequency and amount are groups of radio buttons', async () => {
  const { user } = open()
  const frequency = within(screen.getByRole('group', { name: 'How often' }))
  expect(frequency.getAllByRole('radio')).toHaveLength(2)
  const amount = within(screen.getByRole('group', { name: 'How much' }))
  expect(amount.getByRole('radio', { checked: true })).toHaveAccessibleName('$50')
  await user.click(amount.getByRole('radio', { name: '$50' }))
  await user.keyboard('{ArrowDown}')
  expect(amount.getByRole('radio', { checked: true })).toHaveAccessibleName('$100')
})

test('the choice goes into a pledge without a payment page', async () => {
  const { user } = open()
  expect(
    screen.getByText(/we write to you how to pay: by card, bank transfer or check/),
  ).toBeVisible()
  const name = await screen.findByRole('textbox', { name: 'Name' })

  await user.click(screen.getByRole('radio', { name: 'Monthly' }))
  await user.click(screen.getByRole('radio', { name: '$250' }))
  expect(pledged?.chosen()).toEqual({ amount: 250, frequency: 'monthly', program: null })

  await user.click(screen.getByRole('radio', { name: 'Another amount' }))
  const own = screen.getByLabelText('Amount in US dollars')
  await user.type(own, '4')
  expect(pledged?.chosen()).toBeUndefined()
  act(() => pledged?.onInvalid())
  expect(own).toHaveFocus()
  expect(own).toHaveAccessibleDescription(/at least \$5/)
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Where it goes' }),
    'Early Childhood Education',
  )
  await user.type(own, '0{Enter}')
  expect(pledged?.chosen()).toEqual({
    amount: 40,
    frequency: 'monthly',
    program: 'early-childhood',
  })
  expect(name).toHaveFocus()
})

test('the form leads to the payment page before the scripts are there', () => {
  vi.stubEnv('VITE_DONATE_URL', payment)
  document.body.innerHTML = renderToString(
    <MemoryRouter>
      <DonatePage pledge={pledge} />
    </MemoryRouter>,
  )
  const form = document.querySelector('form')!
  expect([form.method, form.action]).toEqual(['get', payment])

  form.querySelector<HTMLInputElement>('[value=monthly]')!.checked = true
  form.querySelector<HTMLInputElement>('[value="100"]')!.checked = true
  expect(new URLSearchParams(new FormData(form) as unknown as URLSearchParams).toString()).toBe(
    'campaign=site&frequency=monthly&amount=100&program=',
  )
  expect(form.querySelector('[type=submit]')).toBeEnabled()
  document.body.innerHTML = ''
})
