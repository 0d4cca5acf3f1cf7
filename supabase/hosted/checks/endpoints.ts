import type { PostgrestSingleResponse } from '@supabase/supabase-js'
import WebSocket from 'ws'
import { searchArgument, searchedWords } from '../../../src/engine/core/search-filter'
import { reach, Unseen } from '../refusals'
import { policyOf } from '../site-policy'
import { answered, bad, good, notApplicable, unless, type Check, type Target } from './check'

/** Each function's own refusal; the gateway would answer JSON. */
const refusals = [
  { name: 'check-files', status: 400, text: 'Bad Request' },
  { name: 'deliver-mail', status: 401, text: 'Unauthorized' },
  { name: 'mail-events', status: 401, text: 'Unauthorized' },
  {
    name: 'payment-events',
    status: 400,
    text: 'The signature is not valid.',
    secret: 'PAYMENT_EVENTS_SECRET',
  },
  { name: 'unsubscribe', status: 400, text: 'Bad Request' },
  { name: 'verify-captcha', status: 400, text: 'Bad Request' },
]

const refusesByItself = ({ name, status, text, secret }: (typeof refusals)[number]): Check => ({
  title: `${name} refuses a caller without its secret`,
  mend: `\`npx supabase functions deploy --use-api ${name}\`${secret ? `, and set ${secret}` : ''}`,
  run: async ({ url, management }) => {
    if (secret && management) {
      const secrets = await management.secrets()
      if (!secrets.has(secret)) return notApplicable(`${secret} is not set`)
    }
    const problems: string[] = []
    for (const authorization of [undefined, 'Bearer wrong']) {
      const response = await reach(`${url}/functions/v1/${name}`, {
        method: 'POST',
        headers: authorization ? { authorization } : {},
      })
      const answer = await response.text()
      if (response.status === status && answer === text) continue
      problems.push(
        `${authorization ?? 'nothing'} is answered ${response.status} ${answer.slice(0, 80)}`,
      )
    }
    return unless(problems)
  },
})

/** The answer of Realtime to a join of `submissions`: the reason of its refusal, or `ok`. */
async function join(target: Target, isPrivate: boolean, token?: string): Promise<string> {
  const { url, publishableKey } = target
  const address = `${url.replace(/^http/, 'ws')}/realtime/v1/websocket`
  const socket = new WebSocket(`${address}?apikey=${publishableKey}&vsn=2.0.0`, {
    handshakeTimeout: 15_000,
  })
  try {
    const answer = new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Unseen('Realtime does not answer.')), 15_000)
      socket
        // Without a code it is an answer: the server refused the connection.
        .once('error', (error: NodeJS.ErrnoException) =>
          reject(
            error.code || error.message.includes('timed out')
              ? new Unseen(`Realtime is not reached: ${error.message}`)
              : error,
          ),
        )
        .once('close', () => clearTimeout(timer))
      socket.on('message', (data: Buffer) => {
        const [, reference, , , payload] = JSON.parse(data.toString()) as Frame
        if (reference === '1') resolve(payload.response?.reason ?? payload.status ?? '')
      })
    })
    socket.once('open', () => {
      const payload = { config: { private: isPrivate }, ...(token && { access_token: token }) }
      socket.send(JSON.stringify(['1', '1', 'realtime:submissions', 'phx_join', payload]))
    })
    return await answer
  } finally {
    socket.terminate()
  }
}

type Frame = [
  joined: string | null,
  reference: string | null,
  topic: string,
  event: string,
  payload: { status?: string; response?: { reason?: string } },
]

const refused = (answer: string) =>
  /unauthorized|permission|PrivateOnly/i.test(answer) ? good() : bad(`it is answered: ${answer}`)

// A pushed migration is not pushed again.
const policies =
  'Dashboard → Database → Policies: on realtime.messages drop all others, and make those of supabase/schemas/submissions/realtime.sql in the SQL editor'

export const endpointChecks: readonly Check[] = [
  ...refusals.map(refusesByItself),
  {
    title: "A visitor's join of a private channel is refused",
    mend: policies,
    run: async (target) => refused(await join(target, true)),
  },
  {
    title: "A supporter's join of a private channel is refused",
    mend: policies,
    run: async (target) =>
      target.supporterToken
        ? refused(await join(target, true, target.supporterToken))
        : notApplicable('SUPPORTER_TOKEN, the access token of a supporter, is not set'),
  },
  {
    title: 'There are no public channels',
    mend: 'Dashboard → Realtime → Settings: switch "Allow public access" off',
    run: async (target) => refused(await join(target, false)),
  },
  {
    title: 'A search for in.test is a search',
    mend: 'Build and upload the site of this folder, and push its migrations',
    run: async ({ connect, supporterToken }) => {
      const search = searchArgument(searchedWords('in.test'))
      const found = await connect(supporterToken).rpc('search_donors', { search })
      const { error, data } = answered(found as PostgrestSingleResponse<unknown[]>)
      // The API refuses a visitor only after it has understood the search.
      if (error) return error.code === '42501' ? good() : bad(`${error.code} ${error.message}`)
      return data.length === 0 ? good() : bad('an account without rights finds donors')
    },
  },
  {
    title: "The site's content security policy names this project",
    mend: 'Build with VITE_SUPABASE_URL of this project (its own domain, if it has one), upload dist/ with its headers',
    run: async ({ site, management, browserUrl }) => {
      if (!management || !site) return notApplicable('hosted projects only')
      const { status, policy } = await policyOf(site)
      if (!policy) return bad(`${status} without the header`)
      const connections = policy.get('connect-src') ?? []
      return connections.includes(browserUrl) ? good() : bad(connections.join(' '))
    },
  },
  {
    title: 'An unknown address is answered 404 with our page',
    mend: 'Let the host answer with 404.html and the status 404 (docs/deployment.md, "The site")',
    run: async ({ site, management }) => {
      if (!management || !site) return notApplicable('hosted projects only')
      const response = await reach(`${site}/there-is-no-such-page`)
      const isOurs = (await response.text()).includes('Page Not Found')
      return response.status === 404 && isOurs
        ? good()
        : bad(`${response.status} with ${isOurs ? 'our' : 'another'} page`)
    },
  },
]
