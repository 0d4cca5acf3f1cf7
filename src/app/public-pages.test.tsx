import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { SiteFooter } from '@/features/site/components/site-footer'
import { SiteHeader } from '@/features/site/components/site-header'
import { paths } from '@/shared/config/paths'

// Another file of this worker may have drawn them with its own home page.
vi.resetModules()
const { publicPages } = await import('./public-pages')

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  return () => vi.unstubAllGlobals()
})

/** Renders a page and waits for its lazy parts. */
async function show(address: string) {
  const { element } = publicPages.find(({ path }) => path === address)!
  const view = render(<Suspense>{element}</Suspense>, { wrapper: MemoryRouter })
  await act(() => vi.dynamicImportSettled())
  // Parts of the page itself
  await act(() => vi.dynamicImportSettled())
  return view
}

const pages: [path: string, links: readonly string[]][] = [
  [paths.home, [paths.getInvolved, paths.programs, paths.academy, paths.contact]],
  [paths.about, [paths.getInvolved, paths.programs]],
  [paths.founder, [paths.getInvolved, paths.leadership]],
  [paths.getInvolved, [paths.volunteer, paths.partner, paths.joinPrograms, paths.contact]],
  [paths.joinPrograms, [paths.programs, '/programs/teacher-training']],
  [paths.partner, ['#proposal']],
  [paths.donate, []],
  [paths.contact, []],
]

test.each(pages)('%s has one title, an outline without gaps and its links', async (page, links) => {
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
})

test.each(pages)(
  '%s reserves each picture’s space, and loads only the first at once',
  async (page) => {
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

test('each tab of the home page is in the document and opens on a click', async () => {
  const user = userEvent.setup()
  await show(paths.home)
  expect(screen.getByText('Pine Hollow Chapel')).toBeInTheDocument()
  // Above the tabs and in them
  expect(screen.getAllByText('$1.2M')).toHaveLength(2)
  expect(screen.getAllByRole('img', { name: '5 out of 5 stars', hidden: true })).toHaveLength(3)

  await user.click(screen.getByRole('tab', { name: 'Our Impact' }))
  const panel = screen.getByRole('tabpanel', { name: 'Our Impact' })
  expect(within(panel).getByText('2,847')).toBeInTheDocument()
})

test('progress bars have numbers', async () => {
  await show(paths.about)
  const values = screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('value') ?? '')
  expect(values).toHaveLength(2)
  for (const value of values) {
    expect(screen.getByRole('link', { name: `${value}%` })).toBeInTheDocument()
  }
})

test('links configured social profiles, and only names the others', async () => {
  vi.stubEnv('VITE_YOUTUBE_URL', 'https://video.example/kindlewell')
  await show(paths.contact)
  expect(screen.getByRole('link', { name: 'YouTube' })).toHaveAttribute(
    'href',
    'https://video.example/kindlewell',
  )
  for (const name of ['Facebook', 'Twitter', 'Instagram', 'LinkedIn']) {
    expect(screen.getByText(name).closest('a, button, [tabindex]')).toBeNull()
  }
})

test('the footer’s icons are pictures until they are configured', () => {
  const footer = <SiteFooter />
  const { container, unmount } = render(footer, { wrapper: MemoryRouter })
  expect(container.querySelectorAll('svg[aria-hidden=true] use[href^="#icon-"]')).toHaveLength(3)
  unmount()

  vi.stubEnv('VITE_FACEBOOK_URL', 'https://social.example/kindlewell')
  render(footer, { wrapper: MemoryRouter })
  expect(screen.getByRole('link', { name: 'Facebook' })).toHaveAttribute(
    'href',
    'https://social.example/kindlewell',
  )
})

test('a call is arranged by email until a calendar is configured', async () => {
  const { unmount } = await show(paths.partner)
  expect(screen.getByRole('link', { name: 'Schedule a call' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^mailto:.*call/),
  )
  expect(screen.getByText(/^A call is arranged by email/)).toBeVisible()
  unmount()

  vi.stubEnv('VITE_SCHEDULING_URL', 'https://calls.example/kindlewell')
  await show(paths.partner)
  expect(screen.getByRole('link', { name: /^Schedule a call/ })).toHaveAttribute(
    'href',
    'https://calls.example/kindlewell',
  )
  expect(screen.queryByText(/arranged by email/)).not.toBeInTheDocument()
})

test('Donate is the one filled button of header and menu', () => {
  render(<SiteHeader />, { wrapper: MemoryRouter })
  const filled = screen
    .getAllByRole('link', { hidden: true })
    .filter(({ className }) => /(^| )bg-/.test(className))
  expect(filled.length).toBeGreaterThanOrEqual(2)
  for (const link of filled) {
    expect(link).toHaveTextContent('Donate')
    expect(link).toHaveAttribute('href', paths.donate)
  }
})
