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
      <button disabled={!works}>Send</button>
    </form>
  )
}

/** The page as it is prerendered, with the form in its HTML, then hydrated. */
async function openPrerendered(form: LazyForm) {
  const container = document.createElement('div')
  container.innerHTML =
    '<noscript><p>Write to us</p></noscript><div class="noscript:hidden"><!--$--><form aria-label="Message"><input aria-label="Name"/><button disabled="">Send</button></form><!--/$--></div>'
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
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()

  const field = screen.getByLabelText('Name')
  await act(() => Promise.resolve(arrive(Message)))
  expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled()
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
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The form could not be loaded. Please check your connection.',
  )
  expect(screen.getByRole('alert')).toHaveTextContent('Write to us')
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
  expect(console.error).toHaveBeenCalledOnce()
  vi.mocked(console.error).mockClear()

  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled()
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('downloads the form at once when it was not prerendered', async () => {
  const form = new LazyForm(() => Promise.resolve(Message))
  render(<FormSlot form={form} instead={instead} />)
  expect(await screen.findByRole('form', { name: 'Message' })).toBeVisible()
})
