import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { LazyForm } from '../lib/lazy-form'
import { AboutPage } from './about-page'
import { ContactPage } from './contact-page'
import { DonatePage } from './donate-page'
import { FounderPage } from './founder-page'
import { GetInvolvedPage } from './get-involved-page'
import { HomePage } from './home-page'
import { JoinProgramsPage } from './join-programs-page'
import { PartnerPage } from './partner-page'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  return () => vi.unstubAllGlobals()
})

/** Renders a page and waits for its lazy parts. */
async function show(page: ReactElement) {
  const view = render(page, { wrapper: MemoryRouter })
  await act(() => vi.dynamicImportSettled())
  return view
}

const form = new LazyForm(() => Promise.resolve(() => null))

const pages: [string, ReactElement, readonly string[]][] = [
  ['home', <HomePage />, [paths.getInvolved, paths.programs, paths.academy, paths.contact]],
  ['about', <AboutPage />, [paths.getInvolved, paths.programs]],
  ['founder', <FounderPage />, [paths.getInvolved, paths.leadership]],
  [
    'get involved',
    <GetInvolvedPage />,
    [paths.volunteer, paths.partner, paths.joinPrograms, paths.contact],
  ],
  ['join programs', <JoinProgramsPage form={form} />, [paths.programs]],
  ['partner', <PartnerPage form={form} />, ['#proposal', organisation.schedulingUrl]],
  ['donate', <DonatePage />, []],
  ['contact', <ContactPage newsletterForm={form} messageForm={form} />, []],
]

test.each(pages)(
  '%s has one title, an outline without gaps and its links',
  async (_, page, links) => {
    const { container } = await show(page)
    const levels = screen
      .getAllByRole('heading', { hidden: true })
      .map((heading) => Number(heading.tagName.slice(1)))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    expect(levels[0]).toBe(1)
    levels.forEach((level, index) => {
      expect(level - (levels[index - 1] ?? 0), `heading ${index}`).toBeLessThanOrEqual(1)
    })

    const targets = [...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(targets).toEqual(expect.arrayContaining([...links]))

    const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  },
)

test.each(pages)(
  '%s gives each picture its room, and loads only the first at once',
  async (_, page) => {
    const { container } = await show(page)
    const pictures = [...container.querySelectorAll('img')]
    for (const picture of pictures) {
      expect(picture.alt).not.toBe('')
      expect(picture).toHaveAttribute('width')
      expect(picture).toHaveAttribute('height')
    }
    const loading = pictures.map((picture) => picture.getAttribute('loading'))
    expect(loading.slice(1)).toEqual(loading.slice(1).map(() => 'lazy'))
  },
)

test('each tab of the home page is in the document and opens on a press', async () => {
  const user = userEvent.setup()
  await show(<HomePage />)
  expect(screen.getByText('Pine Hollow Chapel')).toBeInTheDocument()
  expect(screen.getByText('$1.2M')).toBeInTheDocument()
  expect(screen.getAllByRole('img', { name: '5 out of 5 stars', hidden: true })).toHaveLength(3)

  await user.click(screen.getByRole('tab', { name: 'Our Impact' }))
  const panel = screen.getByRole('tabpanel', { name: 'Our Impact' })
  expect(within(panel).getByText('2,847')).toBeInTheDocument()
})

test('progress is told in numbers, not only in length', async () => {
  await show(<AboutPage />)
  const values = screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('value') ?? '')
  expect(values).toHaveLength(2)
  for (const value of values) expect(screen.getByText(`${value}%`)).toBeInTheDocument()
})

test('a social profile that does not exist yet leads nowhere', async () => {
  const user = userEvent.setup()
  await show(<ContactPage newsletterForm={form} messageForm={form} />)
  for (const { name } of organisation.social) {
    await user.click(screen.getByRole('link', { name }))
  }
  expect(window.location.hash).toBe('')
})
