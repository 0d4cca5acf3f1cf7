import { expect, it } from 'vitest'
import { mailLink, takeMailLink } from './mail-link'
import { mailTokenIn } from './mail-token'

const session = 'access_token=a&refresh_token=r'
const token = 'token_hash=abc'

it.each([
  // As the templates have them
  [`/reset-password#${token}&type=recovery`, `/reset-password#${token}&type=recovery`],
  [`/supporter-login#${token}&type=signup`, `/supporter-login#${token}&type=signup`],
  // The service sends unknown links to the root
  [`/#${token}&type=recovery`, `/reset-password#${token}&type=recovery`],
  [`/#${token}&type=invite`, `/reset-password#${token}&type=invite`],
  [`/#${token}&type=email_change`, `/supporter-login#${token}&type=email_change`],
  [`/#${session}&type=recovery`, '/reset-password'],
  [`/#${session}&type=invite`, '/reset-password'],
  [`/#${session}&type=signup`, '/admin'],
  [`/reset-password#${session}`, '/reset-password'],
  ['/#error=access_denied&error_code=otp_expired', '/admin'],
  ['/reset-password#error=access_denied', '/reset-password'],
])('leads %s to %s', (from, to) => {
  window.history.replaceState(null, '', from)
  expect(takeMailLink()).toBe(true)
  expect(window.location.pathname + window.location.hash).toBe(to)
  mailLink.fragment = undefined
})

it.each(['/', '/academy#programs', '/status#a-token', '/?access_token=a#top'])(
  'leaves %s alone',
  (address) => {
    window.history.replaceState(null, '', address)
    expect(takeMailLink()).toBe(false)
    expect(window.location.href).toBe(`http://localhost:3000${address}`)
    expect(mailLink.fragment).toBeUndefined()
  },
)

it('reads a token together with what it is for', () => {
  expect(mailTokenIn(`#${token}&type=recovery`)).toEqual({ token_hash: 'abc', type: 'recovery' })
  expect(mailTokenIn('#type=recovery')).toBeUndefined()
})
