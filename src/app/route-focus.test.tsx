import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { RouteFocus } from './route-focus'

const scrollTo = vi.fn()
let arrive: () => void

beforeEach(() => {
  scrollTo.mockClear()
  vi.stubGlobal('scrollTo', scrollTo)
  render(
    <MemoryRouter>
      <RouteFocus />
      <Header />
      <main>
        <Routes>
          <Route path="/" element={<Page name="Home" />} />
          <Route path="/about" element={<Page name="About" />} />
          <Route path="/late" element={<LatePage />} />
        </Routes>
      </main>
    </MemoryRouter>,
  )
})

function Header() {
  const navigate = useNavigate()
  return (
    <>
      <Link to="/about">to about</Link>
      <Link to="/about#team">to the team</Link>
      <Link to="/?tab=2">to a tab</Link>
      <Link to="/late">to a late page</Link>
      <button onClick={() => void navigate(-1)}>back</button>
    </>
  )
}

function Page({ name }: { name: string }) {
  return (
    <>
      <title>{`${name} | Kindlewell`}</title>
      <h1>{name}</h1>
      <h2 id="team">Team</h2>
    </>
  )
}

function LatePage() {
  const [isThere, setIsThere] = useState(false)
  useEffect(() => {
    arrive = () => setIsThere(true)
  }, [])
  return isThere ? <Page name="Late" /> : <p>loading</p>
}

const click = (name: string) => userEvent.click(screen.getByText(name))
const announced = () => document.querySelector('[aria-live]')?.textContent

it('announces and moves nothing on the first load, nor within a page', async () => {
  expect(document.body).toHaveFocus()
  await click('to a tab')
  expect(screen.getByText('to a tab')).toHaveFocus()
  expect(announced()).toBe('')
  expect(scrollTo).not.toHaveBeenCalled()
})

it('leads to the heading of the next page, at its top, and announces its title', async () => {
  await click('to about')
  expect(screen.getByRole('heading', { name: 'About' })).toHaveFocus()
  expect(announced()).toBe('About | Kindlewell')
  expect(scrollTo).toHaveBeenCalledWith(0, 0)
})

it('moves the focus to the part that the address names', async () => {
  await click('to the team')
  expect(screen.getByRole('heading', { name: 'Team' })).toHaveFocus()
})

it('leaves the position to the browser on the way back', async () => {
  await click('to about')
  scrollTo.mockClear()
  await click('back')
  expect(screen.getByRole('heading', { name: 'Home' })).toHaveFocus()
  expect(announced()).toBe('Home | Kindlewell')
  expect(scrollTo).not.toHaveBeenCalled()
})

it('waits for a page that comes later', async () => {
  await click('to a late page')
  expect(announced()).toBe('')
  act(() => arrive())
  expect(await screen.findByText('Late | Kindlewell', { selector: 'p' })).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Late' })).toHaveFocus()
})

it('leaves the focus of a user who has moved on', async () => {
  await click('to a late page')
  await userEvent.tab()
  expect(screen.getByText('back')).toHaveFocus()
  act(() => arrive())
  await screen.findByRole('heading', { name: 'Late' })
  expect(screen.getByText('back')).toHaveFocus()
})
