import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { RouteBoundary } from './route-boundary'

let isBroken = true

function Report() {
  if (isBroken) throw new Error('boom')
  return <h1>Report</h1>
}

it('reports a broken page, keeps links to others, and recovers there', async () => {
  const user = userEvent.setup()
  render(
    <MemoryRouter initialEntries={['/about']}>
      <nav>
        <Link to="/about">About</Link>
        <Link to="/report">Report</Link>
      </nav>
      <RouteBoundary>
        <Routes>
          <Route path="/about" element={<h1>About us</h1>} />
          <Route path="/report" element={<Report />} />
        </Routes>
      </RouteBoundary>
    </MemoryRouter>,
  )
  await user.click(screen.getByRole('link', { name: 'Report' }))
  const heading = screen.getByRole('heading', { name: 'This page could not be shown' })
  expect(heading).toHaveFocus()
  expect(screen.getByText(/Your form entries are kept/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Load Again' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  expect(console.error).toHaveBeenCalled()
  vi.mocked(console.error).mockClear()

  await user.click(screen.getByRole('link', { name: 'About' }))
  expect(screen.getByRole('heading', { name: 'About us' })).toBeVisible()

  isBroken = false
  await user.click(screen.getByRole('link', { name: 'Report' }))
  expect(screen.getByRole('heading', { name: 'Report' })).toBeVisible()
})
