import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useNavigate } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Disclosure } from './disclosure'

function Page() {
  const navigate = useNavigate()
  return (
    <>
      <Disclosure summary="Menu">
        <a href="#there" onClick={(event) => event.preventDefault()}>
          There
        </a>
      </Disclosure>
      <button onClick={() => void navigate('/')}>Arrive</button>
    </>
  )
}

function open() {
  render(
    <MemoryRouter initialEntries={['/before']}>
      <Page />
    </MemoryRouter>,
  )
  return userEvent.setup()
}

const menu = () => screen.getByRole('group')

test('closes when one of its links is followed', async () => {
  const user = open()
  await user.click(screen.getByText('Menu'))
  expect(menu()).toHaveAttribute('open')
  await user.click(screen.getByRole('link', { name: 'There' }))
  expect(menu()).not.toHaveAttribute('open')
})

test('opened while a page is on its way, it stays open when the page arrives', async () => {
  const user = open()
  await user.click(screen.getByText('Menu'))
  act(() => screen.getByRole('button', { name: 'Arrive' }).click())
  expect(menu()).toHaveAttribute('open')
})

test('closes on Back', async () => {
  const user = open()
  await user.click(screen.getByText('Menu'))
  act(() => {
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(menu()).not.toHaveAttribute('open')
})
