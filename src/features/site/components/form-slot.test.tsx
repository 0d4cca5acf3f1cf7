import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useHydrated } from '@/shared/lib/use-hydrated'
import { LazyForm } from '../lib/lazy-form'
import { FormSlot } from './form-slot'

const instead = <p>Write to us</p>

function Message() {
  const works = useHydrated()
  return (
    <form aria-label="Message">
      <input aria-label="Name" />
      <button data-waiting={!works || undefined}>Send</button>
    </form>
  )
}

/** The page as it is prerendered, with the form in its HTML, then hydrated. */
async function openPrerendered(form: LazyForm) {
  const container = document.createElement('div')
  container.innerHTML =
    '<noscript><p>Write to us</p></noscript><div class="noscript:hidden"><!--$--><form aria-label="Message"><input aria-label="Name"/><button data-waiting="true">Send</button></form><!--/$--></div>'
  document.body.append(container)
  const root = await act(() =>
    Promise.resolve(hydrateRoot(container, <FormSlot form={form} instead={instead} />)),
  )
  onTestFinished(() => {
    act(() => root.unmount())
    container.remove()
  })
}

test('downloads the form at the first sign of intent, and keeps typed text', async () => {
  const user = userEvent.setup()
  let arrive: (form: ComponentType) => void = () => {}
  const download = vi.fn(() => new Promise<ComponentType>((resolve) => (arrive = resolve)))
  await openPrerendered(new LazyForm(download))
  expect(download).not.toHaveBeenCalled()

  await user.type(screen.getByLabelText('Name'), 'Ada')
  expect(download).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('data-waiting')

  const field = screen.getByLabelText('Name')
  await act(() => Promise.resolve(arrive(Message)))
  expect(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('data-waiting')
  expect(screen.getByLabelText('Name')).toBe(field)
  expect(field).toHaveValue('Ada')
})

test('reports a failed download, keeps typed text, and can be tried again', async () => {
  const user = userEvent.setup()
  const download = vi
    .fn<() => Promise<ComponentType>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValueOnce(Message)
  await openPrerendered(new LazyForm(download))

  await user.type(screen.getByLabelText('Name'), 'Ada')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(
    'Part of this form could not be loaded, so it cannot be sent yet.Please check your connection. We try again as soon as it is back. What you typed is still here.',
  )
  // Beside the button
  const send = screen.getByRole('button', { name: 'Send' })
  expect(send.compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByRole('alert')).toHaveTextContent('Write to us')
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
  expect(console.error).toHaveBeenCalledOnce()
  vi.mocked(console.error).mockClear()

  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('data-waiting')
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test.each([
  [
    'once the line is back',
    () => act(async () => void (await Promise.resolve(window.dispatchEvent(new Event('online'))))),
  ],
  [
    'at the next sign of intent',
    async () => {
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_000)
      await userEvent.type(screen.getByLabelText('Name'), ' Lovelace')
    },
  ],
])('retries a failed download automatically %s', async (_, happen) => {
  const download = vi
    .fn<() => Promise<ComponentType>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValueOnce(Message)
  await openPrerendered(new LazyForm(download))
  await userEvent.type(screen.getByLabelText('Name'), 'Ada')
  await screen.findByRole('alert')
  // Not with each key that is typed
  expect(download).toHaveBeenCalledOnce()
  vi.mocked(console.error).mockClear()

  await happen()
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('data-waiting'),
  )
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toMatch(/^Ada/)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('offers a reload once a second download fails, as a browser may remember the first', async () => {
  const user = userEvent.setup()
  await openPrerendered(new LazyForm(() => Promise.reject(new Error('offline'))))
  await user.type(screen.getByLabelText('Name'), 'Ada')
  await screen.findByRole('alert')
  expect(screen.queryByRole('button', { name: 'Reload the page' })).not.toBeInTheDocument()

  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
  vi.mocked(console.error).mockClear()
})

test('a press downloads the form again at once, and is not kept where that fails', async () => {
  const download = vi.fn(() => Promise.reject<ComponentType>(new Error('offline')))
  await openPrerendered(new LazyForm(download))
  await userEvent.type(screen.getByLabelText('Name'), 'Ada')
  await screen.findByRole('alert')
  expect(download).toHaveBeenCalledOnce()

  // As `replayClicks` does
  const send = screen.getByRole('button', { name: 'Send' })
  send.setAttribute('aria-busy', 'true')
  await act(() => Promise.resolve(send.click()))
  expect(download).toHaveBeenCalledTimes(2)
  expect(send).not.toHaveAttribute('aria-busy')
  expect(screen.getByRole('alert')).toHaveTextContent('it cannot be sent yet')
  vi.mocked(console.error).mockClear()
})

test('keeps the space of a form that has not loaded', () => {
  const form = new LazyForm(() => new Promise<never>(() => {}), undefined, 'min-h-80')
  render(<FormSlot form={form} instead={instead} />)
  expect(screen.getByText('Loading the form...').closest('.min-h-80')).toBeVisible()
})

test('downloads the form at once when it was not prerendered', async () => {
  const form = new LazyForm(() => Promise.resolve(Message))
  render(<FormSlot form={form} instead={instead} />)
  expect(await screen.findByRole('form', { name: 'Message' })).toBeVisible()
})
