import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ErrorBoundary } from '@/shared/lib/error-boundary'
import { lazyPart } from './lazy-part'

it('leaves the rest of a screen as it is until its code has come, and comes at once the next time', async () => {
  let come!: () => void
  const Part = lazyPart<{ name: string }>(
    () =>
      new Promise((resolve) => {
        come = () => resolve({ Part: ({ name }: { name: string }) => name })
      }),
  )
  const view = render(
    <>
      <p>the rest</p>
      <Part name="the part" />
    </>,
  )
  expect(screen.getByText('the rest')).toBeVisible()
  expect(screen.queryByText('the part')).toBeNull()
  come()
  expect(await screen.findByText(/the part/)).toBeVisible()
  view.unmount()
  render(<Part name="another" />)
  expect(screen.getByText('another')).toBeVisible()
})

it('tells the boundary around it when its code cannot be had', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const Part = lazyPart(() => Promise.reject(new TypeError('Failed to fetch')))
  render(
    <ErrorBoundary fallback="could not be loaded">
      <Part />
    </ErrorBoundary>,
  )
  expect(await screen.findByText('could not be loaded')).toBeVisible()
  expect(vi.mocked(console.error)).toHaveBeenCalled()
  vi.mocked(console.error).mockClear()
})
