import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import type { ReactNode } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { programTitles } from '../content/program-titles'
import { loadProgram } from '../lib/load-program'
import { EarlyChildhoodPage } from './early-childhood-page'
import { ProgramDetailPage } from './program-detail-page'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

const ownPages: Partial<Record<string, ReactNode>> = {
  'early-childhood': <EarlyChildhoodPage registration={() => null} />,
}

async function open(programId: string) {
  await loadProgram(programId)
  const page = (
    <MemoryRouter initialEntries={['/before', `/programs/${programId}`]}>
      <Routes>
        <Route path="/" element={<p>Home</p>} />
        <Route path="/before" element={<p>The page before</p>} />
        <Route
          path="/programs/:programId"
          element={ownPages[programId] ?? <ProgramDetailPage registration={() => null} />}
        />
      </Routes>
    </MemoryRouter>
  )
  await act(() => Promise.resolve(render(page)))
  await act(() => vi.dynamicImportSettled())
}

test.each(Object.keys(programTitles))(
  'the page of %s shows everything we say about it',
  async (id) => {
    await open(id)
    const { title, audience, format, location, date, way, voice, ...program } =
      await loadProgram(id)!
    const texts = [
      ...[title, audience, format, location, date, way.text, voice.quote, voice.name],
      ...program.fullDescription.split('\n\n'),
      ...[program.whyImportant, program.timeline, program.cost.funding],
      ...[...program.benefits, ...program.longTermBenefits],
      ...program.successMetrics.map(({ metric }) => metric),
    ]
    const { textContent } = document.body
    expect(texts.filter((text) => !textContent.includes(text))).toEqual([])
  },
)

test('shows the figures that follow from the program’s own', async () => {
  await open('parent-engagement')

  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Parent Engagement')
  expect(screen.getByText('44 spots remaining')).toBeVisible()
  const costs = within(screen.getByRole('region', { name: 'Costs' }))
  expect(costs.getByText('90%')).toBeVisible()
  expect(costs.getByText('$112,500')).toBeVisible()
  expect(
    costs.getByRole('img', {
      name: '180 of 200 squares: subsidized. 20: paid by participants.',
    }),
  ).toBeVisible()
  expect(screen.getByText('$62.50')).toBeVisible()
  const impact = within(screen.getByRole('region', { name: 'Impact on the community' }))
  expect(impact.getByText('75%')).toBeVisible()
  expect(impact.getByText('$31,250')).toBeVisible()
  expect(
    screen.getByRole('progressbar', { name: '% of parents reading with their child weekly' }),
  ).toHaveAttribute('aria-valuetext', '71% of 80%')
})

test('explains its figures, and counts the people who are enrolled', async () => {
  await open('teacher-training')
  const impact = within(screen.getByRole('region', { name: 'Impact on the community' }))
  expect(impact.getByText('people enrolled').nextSibling).toHaveTextContent('68')
  expect(impact.getByText(/forty for each teacher/).nextSibling).toHaveTextContent('2,720')
  expect(impact.getByText(/^Local return on investment:/)).toBeVisible()
  expect(impact.getByText(/^The full budget divided by these jobs/)).toBeVisible()
  const costs = within(screen.getByRole('region', { name: 'Costs' }))
  expect(costs.getByText(/don’t pay this part/)).toBeVisible()
  expect(costs.getByText(/spent \$73,500 on it: \$1,081 for each of 68 places/)).toBeVisible()
})

test('ends with two ways on, to take a place and to give one', async () => {
  await open('teacher-training')
  const endings = within(screen.getByRole('region', { name: 'Two ways to be part of it' }))
  expect(endings.getByText(/^32 of 100 places are open/)).toBeVisible()
  expect(endings.getByRole('button', { name: 'Register for Teacher Training' })).toBeVisible()
  expect(endings.getByRole('link', { name: 'Donate' })).toHaveAttribute(
    'href',
    '/get-involved/donate',
  )
})

test('does not mention jobs when there are none', async () => {
  await open('bawg-workshops')
  const impact = screen.getByRole('region', { name: 'Impact on the community' })
  expect(impact).toHaveTextContent('84%')
  expect(impact).not.toHaveTextContent(/job|n\/a/i)
})

test('says when a program is a pilot', async () => {
  await open('uca-partnerships')
  expect(screen.getByText('Pilot Program')).toBeVisible()
})

test('an unknown program is not found, and Go Back returns', async () => {
  await open('basket-weaving')

  expect(await screen.findByRole('heading', { name: 'Program Not Found', level: 1 })).toBeVisible()
  // As the router counts its pages in the browser's history.
  window.history.replaceState({ idx: 1 }, '')
  onTestFinished(() => window.history.replaceState(null, ''))
  await userEvent.click(screen.getByRole('button', { name: 'Go Back' }))
  expect(screen.getByText('The page before')).toBeVisible()
})

test('an unknown program that was linked from this site leads back', async () => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${location.origin}/programs`)
  await open('basket-weaving')
  await userEvent.click(screen.getByRole('button', { name: 'Go Back' }))
  expect(screen.getByText('The page before')).toBeVisible()
})

test('an unknown program in a fresh tab leads home', async () => {
  await open('basket-weaving')
  await userEvent.click(screen.getByRole('button', { name: 'Go Back' }))
  expect(screen.getByText('Home')).toBeVisible()
})
