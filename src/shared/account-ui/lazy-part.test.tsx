import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ErrorBoundary } from '@/shared/lib/error-boundary'
import { receiveNotices } from '@/shared/ui/notify'
import { lazyPart } from './lazy-part'

it('leaves the rest of a screen as it is until its code has loaded, and shows at once the next time', async () => {
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

it('throws to the boundary around it when its code cannot load', async () => {
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

it('says when the code of a dialog cannot load, closes it, and opens it with the next try', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const notices = vi.fn()
  const stop = receiveNotices(notices)
  let isCut = true
  const Dialog = lazyPart<{ onClose: () => void }>(() =>
    isCut
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve({ Dialog: () => 'the dialog' }),
  )
  const close = vi.fn()
  const view = render(<Dialog onClose={close} />)
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(notices).toHaveBeenCalledWith(
    expect.objectContaining({ title: 'This could not be loaded.', tone: 'error' }),
  )
  view.unmount()
  isCut = false
  render(<Dialog onClose={close} />)
  expect(await screen.findByText('the dialog')).toBeVisible()
  stop()
})

it('closes with Escape while its code is awaited, and keeps other keys from the page', async () => {
  const shortcut = vi.fn()
  document.addEventListener('keydown', shortcut)
  const Dialog = lazyPart<{ onClose: () => void }>(() => new Promise(() => {}))
  const close = vi.fn()
  const view = render(<Dialog onClose={close} />)
  await userEvent.keyboard('n{Escape}')
  expect(close).toHaveBeenCalledOnce()
  expect(shortcut).not.toHaveBeenCalled()
  view.unmount()
  await userEvent.keyboard('n')
  expect(shortcut).toHaveBeenCalledOnce()
  document.removeEventListener('keydown', shortcut)
})
