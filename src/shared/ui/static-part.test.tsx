import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { staticPart } from './static-part'

const download = vi.fn(() => Promise.resolve({ Links: () => <a href="/about">About, drawn</a> }))
const Links = staticPart(download)

const app = (
  <MemoryRouter>
    <Routes>
      <Route path="/" element={<Links />} />
      <Route path="/about" element={<p>The page about us</p>} />
    </Routes>
  </MemoryRouter>
)

test('the HTML that came stays, and its links lead on within the app', async () => {
  const container = document.createElement('div')
  container.innerHTML = `<div><a href="/about">About, prerendered</a>
    <a href="#figures">Figures</a><a href="mailto:hello@example.org">Email</a>
    <a href="/documents/accounts.pdf">Accounts</a></div>`
  document.body.append(container)
  render(app, { container, hydrate: true })
  await act(() => Promise.resolve())

  for (const name of ['Figures', 'Email', 'Accounts']) {
    const isLeftToTheBrowser = fireEvent.click(screen.getByRole('link', { name }))
    expect(isLeftToTheBrowser, name).toBe(true)
  }
  await userEvent.click(screen.getByRole('link', { name: 'About, prerendered' }))
  expect(screen.getByText('The page about us')).toBeVisible()
  expect(download).not.toHaveBeenCalled()
})

test('without prerendered HTML the app draws the part', async () => {
  render(app)
  expect(await screen.findByRole('link', { name: 'About, drawn' })).toBeVisible()
})
