import { env } from '@/shared/config/env'
import { paths } from '@/shared/config/paths'
import { scrubbed } from '@/shared/lib/scrubbed'
import { isFault, isOfLine, isUnreadable } from './is-fault'

/** Per page. More are most likely repeats. */
const MOST_REPORTS = 5

type FaultEvent = ErrorEvent | PromiseRejectionEvent | CustomEvent<unknown>

interface Report {
  page: string
  message: string
  stack: string | null
  version: string | null
  browser: string | null
}

const reported = new Set<string>()

/**
 * Stores a failure of our code in `public.faults`, once per page, without anything that someone
 * typed. Failures of the connection, of extensions and of the browser's own scripts are no faults.
 * It never throws.
 */
export async function reportFault(event: FaultEvent): Promise<void> {
  const thrown = thrownBy(event)
  const stack = framesOf(thrown)
  // Scripts of extensions and browsers have no line of ours; a file that is gone has none, either.
  const isOurs = event.type === 'fault' ? isFault(thrown) : stack || isOfGoneFile(thrown)
  if (isOfLine(thrown) || !isOurs) return
  const message = scrubbed(messageOf(thrown))
  const key = `${message}\n${stack}`
  if (reported.has(key) || reported.size >= MOST_REPORTS) return
  reported.add(key)
  const version = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content
  await send({
    page: pageOf(window.location.pathname),
    message,
    stack: stack || null,
    version: version ?? null,
    browser: browserOf(navigator.userAgent),
  }).catch(() => {})
}

function thrownBy(event: FaultEvent): unknown {
  if ('reason' in event) return event.reason
  return 'error' in event ? event.error : event.detail
}

function isOfGoneFile(thrown: unknown): boolean {
  return /dynamically imported module|Importing a module script/.test(String(thrown))
}

/** Lines of our own files. */
function framesOf(thrown: unknown): string {
  const stack = String((thrown as Partial<Error> | null)?.stack ?? '')
  if (stack.includes('-extension://')) return ''
  return (stack.match(/assets\/[\w./-]+\.js:\d+:\d+/g) ?? []).slice(0, 10).join('\n')
}

function messageOf(thrown: unknown): string {
  const { name, message, code } = (thrown ?? {}) as Partial<Error> & { code?: string }
  if (isUnreadable({ name, message, code })) return 'The service answered without a code'
  if (code) return `${code}: ${message}`
  return message === undefined ? typeof thrown : `${name}: ${message}`
}

/** One of our addresses; nothing for any other, which a visitor may have typed. */
function pageOf(pathname: string): string {
  const address = pathname.replace(/(?<=.)\/$/, '')
  const isOurs = Object.values<string>(paths).includes(address) || address.startsWith('/programs/')
  return isOurs ? address : '/…'
}

/** The family and its version. Each name is also in the words of those after it. */
function browserOf(words: string): string | null {
  for (const [family, pattern] of [
    ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
    ['Opera', /OPR\/(\d+)/],
    ['Samsung Internet', /SamsungBrowser\/(\d+)/],
    ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
    ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
    ['Safari', /Version\/(\d+).*Safari/],
  ] as const) {
    const version = pattern.exec(words)?.[1]
    if (version) return `${family} ${version}`
  }
  return null
}

/** With the session on pages behind sign-in, so that the database knows a report of staff. */
async function send(report: Report): Promise<void> {
  const { matchRoute, routes } = await import('@/shared/auth/routes')
  const route = matchRoute(window.location.pathname)
  if (route && routes[route].session === 'required') {
    const { supabase } = await import('@/shared/supabase/client')
    await supabase.from('faults').insert(report)
    return
  }
  await fetch(`${env.supabaseUrl}/rest/v1/faults`, {
    method: 'POST',
    headers: { apikey: env.supabaseAnonKey, 'content-type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true,
  })
}
