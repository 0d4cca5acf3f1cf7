import { render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary'
import { keepPrerendered, lazyComponent } from './lazy-component'

const reload = vi.fn()

beforeEach(() => {
  sessionStorage.clear()
  reload.mockClear()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
})
afterEach(() => vi.unstubAllGlobals())

function open(download: () => Promise<() => string>) {
  const Page = lazyComponent(download)
  render(
    <ErrorBoundary fallback="could not be loaded">
      <Suspense fallback="loading">
        <Page />
      </Suspense>
    </ErrorBoundary>,
  )
}

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

async function expectFailure() {
  expect(await screen.findByText('could not be loaded')).toBeVisible()
  expect(vi.mocked(console.error)).toHaveBeenCalled()
  vi.mocked(console.error).mockClear()
}

it('shows the downloaded component', async () => {
  open(() => Promise.resolve(() => 'the page'))
  expect(await screen.findByText('the page')).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
})

it('is drawn without its fallback once its code was downloaded', async () => {
  const Page = lazyComponent(() => Promise.resolve(() => 'the page'))
  await Page.load()
  const shown: string[] = []
  const Fallback = () => {
    shown.push('loading')
    return 'loading'
  }
  render(
    <Suspense fallback={<Fallback />}>
      <Page />
    </Suspense>,
  )
  expect(screen.getByText('the page')).toBeVisible()
  expect(shown).toEqual([])
})

it('reloads the page once when code is gone', async () => {
  open(gone)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.getByText('loading')).toBeVisible()

  open(gone)
  await expectFailure()
  expect(reload).toHaveBeenCalledOnce()
})

it('keeps the page while the site is unreachable, and reloads it afterwards', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  open(gone)
  await expectFailure()
  expect(reload).not.toHaveBeenCalled()

  vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
  open(gone)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

it('keeps the page when the browser cannot record the reload', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  open(gone)
  await expectFailure()
  expect(reload).not.toHaveBeenCalled()
})

it('a prerendered page waits for its code, which is asked for again', async () => {
  vi.stubGlobal('location', { reload, pathname: '/about' })
  const retries: (() => void)[] = []
  window.addEventListener('missing', ({ detail }) => retries.push(detail), { once: true })
  keepPrerendered()
  let isBack = false
  open(() => (isBack ? Promise.resolve(() => 'the page') : gone()))
  await waitFor(() => expect(retries).toHaveLength(1))
  expect(screen.getByText('loading')).toBeVisible()
  isBack = true
  retries[0]!()
  expect(await screen.findByText('the page')).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
})
