import { mailLink } from './mail-link'
import { tokenClaims } from './token-claims'

/** A session that the link of an email brought along in the address's fragment. */
export interface LinkedSession {
  access_token: string
  refresh_token: string
  userId: string
  email: string
}

type MailLink = LinkedSession | 'failed'

let known: { fragment: URLSearchParams; link: MailLink } | undefined

/** The link that led here, until it is dealt with: `failed` if it was used before, too old or broken. */
export function freshMailLink(): MailLink | undefined {
  const { fragment } = mailLink
  if (!fragment) return undefined
  if (known?.fragment !== fragment) known = { fragment, link: sessionOf(fragment) ?? 'failed' }
  return known.link
}

export function forgetMailLink(): void {
  mailLink.fragment = undefined
}

export function refuseMailLink(): void {
  mailLink.fragment = new URLSearchParams()
}

function sessionOf(fragment: URLSearchParams): LinkedSession | null {
  const token = fragment.get('access_token')
  const refreshToken = fragment.get('refresh_token')
  if (!token || !refreshToken) return null
  const { sub, email } = tokenClaims(token)
  if (typeof sub !== 'string' || typeof email !== 'string') return null
  return { access_token: token, refresh_token: refreshToken, userId: sub, email }
}
