import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable, type Duplex } from 'node:stream'
import type { Backend } from './backend'
import { renderOutbox } from './outbox.js'
import { refusal, unavailable } from './refusals.js'

/**
 * In ms. After Node's default of five seconds, an idle connection may close just as a client reuses
 * it.
 */
export const keepAliveTimeout = 120_000

/** The most bytes of a request without a file: the database would need a multiple of that. */
const mostBytes = 16 * 1024 * 1024

class TooLargeError extends Error {}

/**
 * A middleware for the API and the page of emails, which passes on everything else. Requests wait
 * while the backend starts; if it fails to start, they get 503 and the reason as JSON.
 *
 * @param options.trustProxy believe the address in a client's `cf-connecting-ip`
 */
export function createMiddleware(
  backend: Promise<Pick<Backend, 'fetch' | 'outbox'>>,
  options: { trustProxy: boolean },
) {
  const answer = async (incoming: IncomingMessage): Promise<Response> => {
    const { outbox, fetch } = await backend
    const request = await toRequest(incoming, options.trustProxy)
    const { pathname } = new URL(request.url)
    if (pathname === '/_dev/mail.json') return Response.json(outbox.mails)
    return pathname === '/_dev/mail' ? page(renderOutbox(outbox.mails)) : fetch(request)
  }
  return (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void => {
    const ours = /^\/(rest\/v1|auth\/v1|storage\/v1|functions\/v1|_dev\/mail(\.json)?)([/?]|$)/
    if (!ours.test(incoming.url ?? '')) return next()
    answer(incoming)
      .catch(refuse)
      .then(async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers))
        outgoing.end(Buffer.from(await response.arrayBuffer()))
      })
      .catch(() => outgoing.destroy())
  }
}

/**
 * Takes the WebSocket of a realtime client as soon as the backend has started.
 *
 * @returns false when the upgrade is for another handler
 */
export function upgradeToRealtime(
  backend: Promise<Backend>,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): boolean {
  if (!/^\/realtime\/v1\/websocket(\?|$)/.test(request.url ?? '')) return false
  socket.on('error', () => {})
  backend
    .then(({ realtime }) => realtime.accept(request, socket, head))
    .catch(() => socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n'))
  return true
}

/**
 * @param trustProxy believe the address in a client's `cf-connecting-ip`
 * @throws TooLargeError once all of it has arrived, since a client that is still sending hears no answer
 */
export async function toRequest(incoming: IncomingMessage, trustProxy: boolean): Promise<Request> {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    if (!name.startsWith(':')) headers.set(name, values.join(', '))
  }
  // Like the proxy in front of a hosted project, which drops a client's claims about its address.
  if (!trustProxy) headers.delete('x-real-ip')
  if (!trustProxy || !headers.has('cf-connecting-ip')) {
    headers.set('cf-connecting-ip', incoming.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '')
  }
  const method = incoming.method ?? 'GET'
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http'
  const url = `${scheme}://${headers.get('host') ?? 'localhost'}${incoming.url}`
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers })
  // Storage keeps the arrived part of a truncated file.
  if (incoming.url?.startsWith('/storage/v1/')) {
    const body = Readable.toWeb(incoming) as ReadableStream
    return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit)
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= mostBytes) chunks.push(chunk)
  }
  if (size > mostBytes) throw new TooLargeError(`A request has at most ${mostBytes} bytes here.`)
  return new Request(url, { method, headers, body: Buffer.concat(chunks) })
}

function page(html: string): Response {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'"
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}

const refuse = (error: unknown): Response =>
  error instanceof TooLargeError ? refusal(413, error.message) : unavailable(error)
