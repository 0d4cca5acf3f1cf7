import { localPassword } from '../../supabase/embedded/config'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { factorStory, tellStep, type Side as FactorSide } from './factor-story'
import { callAuth, expect, test, tokenIn, type Answer } from './platform'

// The embedded backend answers like the auth service: the same requests, one after the other, to
// both.

test.describe.configure({ mode: 'default' })

const email = 'likeness@example.org'
const moved = 'moved@example.org'
const password = 'long enough'
const donor = 'donor@kindlewell.test'

interface Side {
  url: string
  /** The values of earlier answers */
  session: Record<string, string>
  token: Record<string, string>
}
type Ask = (side: Side) => Promise<Answer>

const post =
  (path: string, body: object): Ask =>
  ({ url }) =>
    callAuth(url, 'POST', path, body)
const put =
  (body: object): Ask =>
  ({ url, session }) =>
    callAuth(url, 'PUT', 'user', body, session.access_token)
const verify =
  (type: string, token: string): Ask =>
  (side) =>
    callAuth(side.url, 'POST', 'verify', { type, token_hash: side.token[token] })
const withSession =
  (method: string, path: string): Ask =>
  ({ url, session }) =>
    callAuth(url, method, path, undefined, session.access_token)
const signInWith = (who: string, word: string) =>
  post('token?grant_type=password', { email: who, password: word })
const refresh: Ask = ({ url, session }) =>
  callAuth(url, 'POST', 'token?grant_type=refresh_token', { refresh_token: session.refresh_token })

const story: [name: string, ask: Ask, mailTo?: string][] = [
  ['sign-up', post('signup', { email, password }), email],
  ['sign-up again within a minute', post('signup', { email, password })],
  ['sign-up with a short password', post('signup', { email: moved, password: '12345' })],
  ['sign-up with a long password', post('signup', { email: moved, password: 'ä'.repeat(37) })],
  ['sign-up with a confirmed address', post('signup', { email: donor, password })],
  ['confirmation once more within a minute', post('resend', { type: 'signup', email })],
  ['confirmation once more of nobody', post('resend', { type: 'signup', email: moved })],
  ['sign-in without confirmation', signInWith(email, password)],
  ['sign-in without confirmation, wrong password', signInWith(email, 'a guess')],
  ['sign-in of nobody', signInWith(moved, password)],
  ['wrong token', post('verify', { type: 'signup', token_hash: 'a guess' })],
  ['wrong type', post('verify', { type: 'guess', token_hash: 'a guess' })],
  ['no token', post('verify', { type: 'signup' })],
  ['token and address', post('verify', { type: 'signup', token_hash: 'a guess', email })],
  ['confirmation as recovery', verify('recovery', email)],
  ['confirmation as email', verify('email', email)],
  ['used confirmation as email', verify('email', email)],
  ['used confirmation as signup', verify('signup', email)],
  ['used confirmation as invite', verify('invite', email)],
  ['recovery', post('recover', { email: donor }), donor],
  ['recovery again within a minute', post('recover', { email: donor })],
  ['recovery of nobody', post('recover', { email: moved })],
  ['recovery of no address', post('recover', { email: 'nothing' })],
  ['recovery link', verify('recovery', donor)],
  ['used recovery link', verify('recovery', donor)],
  ['sign-in, wrong password', signInWith(donor, 'a guess')],
  ['sign-in', signInWith(donor, localPassword)],
  ['only a new password', put({ password })],
  ['new password, wrong current one', put({ password, current_password: 'a guess' })],
  ['the same password', put({ password: localPassword, current_password: localPassword })],
  ['short password', put({ password: '12345', current_password: localPassword })],
  ['long password', put({ password: 'ä'.repeat(37), current_password: localPassword })],
  ['refresh', refresh],
  ['new address', put({ email: moved }), moved],
  ['new address again within a minute', put({ email: moved })],
  ['first of two confirmations', verify('email_change', moved)],
  ['used first confirmation', verify('email_change', moved)],
  ['sign out everywhere', withSession('POST', 'logout?scope=global')],
  ['user after that', withSession('GET', 'user')],
  ['sign out after that', withSession('POST', 'logout?scope=global')],
  ['refresh after that', refresh],
]

test('the embedded backend accepts and refuses the same as the auth service, with the same words', async ({
  baseURL,
}) => {
  const embedded: ServedBackend = await serveBackend({ trustProxy: true })
  const [real, imitated] = [baseURL!, embedded.url].map((url): Side => ({
    url,
    session: {},
    token: {},
  }))
  const tell = async (side: Side, ask: Ask, mailTo?: string) => {
    const { status, body } = await ask(side)
    if (body.access_token) side.session = body as Record<string, string>
    if (mailTo) side.token[mailTo] = await tokenIn(side.url, mailTo)
    return { status, body: status < 300 && !body.msg ? 'as expected' : withoutSeconds(body) }
  }
  for (const [name, ask, mailTo] of story) {
    const answer = await tell(imitated!, ask, mailTo)
    expect.soft(answer, name).toEqual(await tell(real!, ask, mailTo))
  }
  await embedded.stop()
})

test('the embedded backend keeps second factors as the auth service does', async ({ baseURL }) => {
  const embedded: ServedBackend = await serveBackend({ trustProxy: true })
  const [real, imitated] = [baseURL!, embedded.url].map((url) => {
    const side: FactorSide = {
      session: {},
      former: {},
      factor: { id: '', secret: '' },
      challenge: '',
    }
    const call = (...request: [string, string, object?, string?]) => callAuth(url, ...request)
    return (step: (typeof factorStory)[number][1]) => tellStep(call, side, step)
  })
  for (const [name, step] of factorStory) {
    expect.soft(await imitated!(step), name).toEqual(await real!(step))
  }
  await embedded.stop()
})

const withoutSeconds = (body: object): unknown =>
  JSON.parse(JSON.stringify(body).replace(/\d+ sec/, 'n sec'))
