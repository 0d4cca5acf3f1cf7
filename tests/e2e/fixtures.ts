import { test as base, expect, type BrowserContext, type Locator, type Page } from 'playwright/test'
import { localKeys } from '../../supabase/embedded/config'

export { expect }

export const localPassword = 'kindlewell-local'

/** The local accounts of `supabase/seed.sql`, by the part before the @. */
export type LocalAccount =
  | 'admin'
  | 'staff'
  | 'mentors'
  | 'program.manager'
  | 'fundraiser'
  | 'supporter'
  | 'director'
  | 'development'
  | 'accounting'
  | 'mentor'
  | 'mentee'
  | 'student'
  | 'donor'
  | 'newcomer'

export function emailOf(account: LocalAccount): string {
  return `${account}@kindlewell.test`
}

interface Fixtures {
  /** Expected console messages: matching errors do not fail the test. */
  expectedErrors: RegExp[]
  /** Opens a separate browser, with its own storage and address. */
  newVisitor: () => Promise<Page>
}

let visitors = 0

/** An address that no other visitor of this run has. */
function nextAddress(workerIndex: number): string {
  visitors += 1
  return `10.${workerIndex}.${Math.floor(visitors / 250)}.${visitors % 250}`
}

export const test = base.extend<Fixtures>({
  expectedErrors: async ({}, use) => use([]),

  extraHTTPHeaders: async ({}, use, info) =>
    use({ 'cf-connecting-ip': nextAddress(info.workerIndex) }),

  context: async ({ context, expectedErrors }, use) => {
    const errors = watch(context, expectedErrors)
    await use(context)
    expect(errors(), 'unexpected messages in the browser console').toEqual([])
  },

  newVisitor: async ({ browser, baseURL, expectedErrors }, use, info) => {
    const contexts: { context: BrowserContext; errors: () => string[] }[] = []
    await use(async () => {
      const context = await browser.newContext({
        reducedMotion: 'reduce',
        ...(baseURL && { baseURL }),
        extraHTTPHeaders: { 'cf-connecting-ip': nextAddress(info.workerIndex) },
      })
      contexts.push({ context, errors: watch(context, expectedErrors) })
      return context.newPage()
    })
    for (const { context, errors } of contexts) {
      await context.close()
      expect(errors(), 'unexpected messages in the browser console').toEqual([])
    }
  },
})

function watch(context: BrowserContext, expected: RegExp[]): () => string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
  return () => errors.filter((text) => !expected.some((pattern) => pattern.test(text)))
}

/** Fills in and sends the form of the sign-in page, which is open. */
export async function fillSignIn(page: Page, account: LocalAccount): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Email').fill(emailOf(account))
  await form.getByLabel(/^Password/).fill(localPassword)
  await form.getByRole('button', { name: 'Sign In' }).click()
}

/** Begins a signed-in visit; the test opens the page. */
export async function signIn(page: Page, account: LocalAccount): Promise<void> {
  await page.context().addInitScript(
    (text) => {
      // Once for a visit, so that signing out lasts.
      if (!location.protocol.startsWith('http') || localStorage.getItem('visited')) return
      localStorage.setItem('visited', 'yes')
      localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, text)
    },
    await newSession(page, emailOf(account)),
  )
}

async function newSession(page: Page, email: string): Promise<string> {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: localKeys.publishable },
    data: { email, password: localPassword },
  })
  expect(answer.ok(), `signing in as ${email}`).toBe(true)
  return answer.text()
}

/**
 * Holds back files of a page.
 *
 * @returns releases them
 */
export async function withhold(page: Page, files: RegExp | string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(files, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** A message of the toast system. */
export function toast(page: Page, text: string) {
  return page.getByRole('listitem').filter({ hasText: text })
}

/** A name that no other test uses. */
export function uniqueName(prefix: string): string {
  return `${prefix} ${crypto.randomUUID().slice(0, 8)}`
}

interface Fiber {
  flags: number
  return: Fiber | null
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } }
}

/**
 * Waits until React answers to a part of a prerendered page. It marks elements while it still
 * hydrates; until it has committed that, a click on a link is the browser's own navigation.
 */
export async function hydrated(part: Locator): Promise<void> {
  const isMounted = (element: HTMLElement | SVGElement) => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactFiber'))
    let fiber = key && (element as unknown as Record<string, Fiber>)[key]
    if (!fiber) return false
    const hydrating = 4096
    for (; fiber.return; fiber = fiber.return) if (fiber.flags & hydrating) return false
    return !fiber.stateNode.current.memoizedState.isDehydrated
  }
  await expect.poll(() => part.evaluate(isMounted)).toBe(true)
}
