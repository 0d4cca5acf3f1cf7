import { beforeEach, expect, it, vi } from 'vitest'
import { isFault } from './is-fault'

const sent: { page: string; message: string; stack: string | null; browser: string | null }[] = []

/** The reporter of a page that was just opened. */
async function opened(address = '/contact') {
  vi.resetModules()
  window.history.replaceState(null, '', address)
  const { reportFault } = await import('./report-fault')
  return {
    error: (error: unknown) => reportFault(new ErrorEvent('error', { error })),
    rejected: (reason: unknown) =>
      reportFault(
        Object.assign(new Event('unhandledrejection'), { reason }) as PromiseRejectionEvent,
      ),
  }
}

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', (_address: string, { body }: RequestInit) => {
    sent.push(JSON.parse(body as string) as (typeof sent)[number])
    return Promise.resolve(new Response(null, { status: 201 }))
  })
  return () => {
    vi.unstubAllGlobals()
    window.history.replaceState(null, '', '/')
  }
})

const ours = 'https://kindlewell.example/assets/index-B7hKp2x.js:9:48213'

function thrown(message: string, frame = ours, error = new TypeError(message)) {
  error.stack = `TypeError: ${message}\n    at Teresa (${frame})`
  return error
}

it('sends what failed, where in our files, and on which page', async () => {
  const page = await opened('/programs/leadership/?name=Teresa#token')
  await page.error(thrown('No "Teresa" here'))
  expect(sent).toEqual([
    {
      page: '/programs/leadership',
      message: 'TypeError: No … here',
      stack: 'assets/index-B7hKp2x.js:9:48213',
      version: null,
      browser: null,
    },
  ])
})

it('sends one fault once, and five for one page', async () => {
  const page = await opened()
  for (const name of ['a', 'a', 'b', 'c', 'd', 'e', 'f', 'a']) await page.rejected(thrown(name))
  expect(sent.map(({ message }) => message.slice(-1)).join('')).toBe('abcde')
})

it.each([
  ['an extension', thrown('gone', 'chrome-extension://abcdef/assets/content.js:1:2')],
  ['a script of the browser', thrown('gone', 'https://kindlewell.example/contact:1:1')],
  ['a lost connection', thrown('Failed to fetch')],
  ['nothing', undefined],
])('is silent about %s', async (_name, error) => {
  const page = await opened()
  await page.error(error)
  await page.rejected(error)
  expect(sent).toEqual([])
})

it('reports a missing file of ours, and no address that is not ours', async () => {
  const page = await opened('/teresa-vance')
  const address = 'https://kindlewell.example/assets/about-page-mRSNGgs.js'
  await page.error(new TypeError(`Failed to fetch dynamically imported module: ${address}`))
  expect(sent).toMatchObject([
    {
      page: '/…',
      message:
        'TypeError: Failed to fetch dynamically imported module: assets/about-page-mRSNGgs.js',
    },
  ])
})

it('is silent when its own report fails', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const page = await opened()
  await expect(page.error(thrown('gone'))).resolves.toBeUndefined()
})

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox 144'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.1',
    'Edge 141',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari 18',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet 28',
  ],
  ['Teresa’s own', null],
])('reports %s as %s', async (userAgent, browser) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  const page = await opened()
  await page.error(thrown('gone'))
  expect(sent).toMatchObject([{ browser }])
})

const refusal = (code: string, name = 'PostgrestError') => ({ name, code, message: 'refused' })

it.each([
  ['an unknown column', true, refusal('42703')],
  ['an unknown function', true, refusal('PGRST202')],
  ['a timeout of the database', true, refusal('57014')],
  ['a page of a proxy', true, { message: '<html>Bad gateway</html>' }],
  ['a service of accounts that failed', true, { name: 'AuthApiError', status: 500, message: 'x' }],
  ['a mistake in our code', true, new TypeError('x is not a function')],
  ['a missing right', false, refusal('42501')],
  ['a value that is taken', false, refusal('23505')],
  ['too many requests', false, refusal('429')],
  ['a colleague’s change', false, { name: 'Error', code: 'row_changed', message: 'x' }],
  ['a row that is gone', false, refusal('PGRST116')],
  ['an expired session', false, refusal('PGRST303')],
  [
    'a wrong password',
    false,
    { name: 'AuthApiError', status: 400, code: 'invalid_credentials', message: 'x' },
  ],
  [
    'a lost connection',
    false,
    { name: 'PostgrestError', code: '', message: 'TypeError: Failed to fetch' },
  ],
  [
    'a lost connection to the auth service',
    false,
    { name: 'AuthRetryableFetchError', status: 0, message: '{}' },
  ],
  ['a request that was given up', false, { name: 'AbortError', message: 'x' }],
  ['a message for the user', false, new Error('Choose a file')],
])('a read or a write that failed by %s is a fault: %s', (_name, expected, error) => {
  expect(isFault(error)).toBe(expected)
})
