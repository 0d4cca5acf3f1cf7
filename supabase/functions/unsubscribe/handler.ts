import { Database, type Fetch } from '../_shared/database.ts'
import { siteUrl, type Environment } from '../_shared/environment.ts'
import { reporting } from '../_shared/faults.ts'

/**
 * The address of List-Unsubscribe. The one-click request of a mail client is a POST (RFC 8058) and needs
 * nothing more; a browser is redirected to the page for people, with the token where no log has it.
 */
export function createHandler(environment: Environment, parts: { send?: Fetch | undefined } = {}) {
  const reporter = { page: 'unsubscribe', environment, send: parts.send }
  return reporting(reporter, async (request) => {
    const token = new URL(request.url).searchParams.get('token') ?? ''
    if (request.method === 'GET' || request.method === 'HEAD') {
      const location = `${siteUrl(environment)}/unsubscribe#${encodeURIComponent(token)}`
      return new Response(null, { status: 303, headers: { location } })
    }
    if (request.method !== 'POST') return new Response('Method Not Allowed', { status: 405 })
    const form = await request.formData().catch(() => undefined)
    if (form?.get('List-Unsubscribe') !== 'One-Click') {
      return new Response('Bad Request', { status: 400 })
    }
    // The response does not disclose whether the token exists.
    await new Database(environment, parts.send).call('unsubscribe', { token })
    return new Response('You are unsubscribed.')
  })
}
