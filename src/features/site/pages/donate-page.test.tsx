import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { DonatePage } from './donate-page'

const payment = 'https://give.example/kindlewell?campaign=site'

function open() {
  const assign = vi.fn<(address: string) => void>()
  vi.stubGlobal('location', { assign })
  render(<DonatePage />, { wrapper: MemoryRouter })
  return { assign, user: userEvent.setup() }
}

/** The subject and the text of an email that a link would begin. */
function emailOf(link: HTMLElement) {
  const { pathname, searchParams } = new URL(link.getAttribute('href')!)
  return { to: pathname, subject: searchParams.get('subject'), body: searchParams.get('body') }
}

test('goes on to the payment page with amount and rhythm', async () => {
  vi.stubEnv('VITE_DONATE_URL', payment)
  const { user, assign } = open()
  const [give] = screen.getAllByRole('button', { name: 'Give now' })

  await user.click(screen.getByRole('radio', { name: 'Monthly' }))
  expect(screen.getByText('$50 every month is $600 a year. That pays for')).toBeVisible()
  expect(screen.getByText('32 mornings at school for one child')).toBeVisible()
  await user.click(give!)
  expect(assign).toHaveBeenLastCalledWith(`${payment}&amount=50&frequency=monthly`)
})

test('an amount of one’s own is checked first', async () => {
  vi.stubEnv('VITE_DONATE_URL', payment)
  const { user, assign } = open()
  const [give] = screen.getAllByRole('button', { name: 'Give now' })

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

test('how often and how much are groups of radio buttons', async () => {
  const { user } = open()
  const rhythm = within(screen.getByRole('group', { name: 'How often' }))
  expect(rhythm.getAllByRole('radio')).toHaveLength(2)
  const amount = within(screen.getByRole('group', { name: 'How much' }))
  expect(amount.getByRole('radio', { checked: true })).toHaveAccessibleName('$50')
  await user.click(amount.getByRole('radio', { name: '$50' }))
  await user.keyboard('{ArrowDown}')
  expect(amount.getByRole('radio', { checked: true })).toHaveAccessibleName('$100')
})

test('without a payment page the choice is put into an email', async () => {
  const { user } = open()
  const [link] = screen.getAllByRole('link', { name: 'Email us' })
  expect(screen.getByText(/Online payment is not set up yet/)).toBeVisible()

  await user.click(screen.getByRole('radio', { name: 'Monthly' }))
  await user.click(screen.getByRole('radio', { name: '$250' }))
  expect(emailOf(link!)).toEqual({
    to: 'hello@kindlewell.example',
    subject: 'Donate: $250 every month',
    body: expect.stringContaining('I would like to give $250 every month.'),
  })
})

test('before the scripts are there it is a plain form to the payment page', () => {
  vi.stubEnv('VITE_DONATE_URL', payment)
  document.body.innerHTML = renderToString(<DonatePage />, {})
  const form = document.querySelector('form')!
  expect([form.method, form.action]).toEqual(['get', payment])

  form.querySelector<HTMLInputElement>('[value=monthly]')!.checked = true
  form.querySelector<HTMLInputElement>('[value="100"]')!.checked = true
  expect(new URLSearchParams(new FormData(form) as unknown as URLSearchParams).toString()).toBe(
    'campaign=site&frequency=monthly&amount=100',
  )
  expect(form.querySelector('[type=submit]')).toBeEnabled()
  document.body.innerHTML = ''
})
