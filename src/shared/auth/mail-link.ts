import { paths } from '@/shared/config/paths'

/** A session that the link of an e-mail brought along in the address's fragment. */
export interface LinkedSession {
  access_token: string
  refresh_token: string
  userId: string
  email: string
}

export type MailLink = LinkedSession | 'failed'

let taken: MailLink | undefined

/**
 * Takes the fragment that the link of an e-mail brought out of the address, so that no list of visited
 * pages holds a token. To be called before anything else reads the address.
 *
 * @returns whether there was one; the address is then that of the page for it
 */
export function takeMailLink(): boolean {
  const { pathname, hash } = window.location
  const params = new URLSearchParams(hash.slice(1))
  const hasFailed = params.has('error') || params.has('error_code')
  const token = params.get('access_token')
  if (!hasFailed && token === null) return false
  taken = (token !== null && sessionOf(token, params.get('refresh_token'))) || 'failed'
  const path = pathname === paths.resetPassword ? pathname : paths.account
  window.history.replaceState(null, '', path)
  return true
}

/** What was taken and not dealt with yet: `failed` where the link was used before, too old or broken. */
export function takenMailLink(): MailLink | undefined {
  return taken
}

export function forgetMailLink(): void {
  taken = undefined
}

export function refuseMailLink(): void {
  taken = 'failed'
}

function sessionOf(token: string, refreshToken: string | null): LinkedSession | null {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
    const { sub, email } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
    if (typeof sub !== 'string' || typeof email !== 'string' || !refreshToken) return null
    return { access_token: token, refresh_token: refreshToken, userId: sub, email }
  } catch {
    return null
  }
}
