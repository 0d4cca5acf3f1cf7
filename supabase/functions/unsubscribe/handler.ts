import { Database, type Fetch } from '../_shared/database.ts'
import { siteUrl, type Environment } from '../_shared/environment.ts'

/**
 * Where List-Unsubscribe leads. A mail client's one press is a POST (RFC 8058) and needs nothing more;
 * whoever opens the address is sent to the page for people, with the token where no log sees it.
 */
export function createHandler(environment: Environment, parts: { send?: Fetch | undefined } = {}) {
  return async (request: Request): Promise<Response> => {
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
    // Whether the token is anybody's is not told.
    await new Database(environment, parts.send).call('unsubscribe', { token })
    return new Response('You are unsubscribed.')
  }
}
