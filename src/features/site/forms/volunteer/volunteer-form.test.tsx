import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { VolunteerForm } from './volunteer-form'

const page = (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>
      <VolunteerForm />
    </MemoryRouter>
  </QueryClientProvider>
)

/** Ticks boxes of the prerendered form, then lets the scripts arrive. @returns the ticked boxes */
async function tickedAfterHydration(...ids: string[]): Promise<string[]> {
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(page)
  const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox')
  for (const box of boxes()) if (ids.includes(box.value)) box.checked = true
  const root = await act(async () => Promise.resolve(hydrateRoot(container, page)))
  const ticked = boxes().flatMap(({ checked, value }) => (checked ? [value] : []))
  act(() => root.unmount())
  container.remove()
  return ticked
}

it('keeps boxes ticked before the scripts arrived, and ticks no others', async () => {
  expect(await tickedAfterHydration('teaching')).toEqual(['teaching'])
  sessionStorage.clear()
  expect(await tickedAfterHydration('events')).toEqual(['events'])
  sessionStorage.clear()
  expect(await tickedAfterHydration('tutoring', 'admin')).toEqual(['tutoring', 'admin'])
  sessionStorage.clear()
  expect(await tickedAfterHydration()).toEqual([])
})
