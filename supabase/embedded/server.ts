import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBackend, type Backend, type BackendOptions } from './backend'
import { createMiddleware, keepAliveTimeout, upgradeToRealtime } from './http'

export interface ServeOptions extends BackendOptions {
  /** Believe the address in a client's `cf-connecting-ip`. Default: false. */
  trustProxy?: boolean | undefined
}

export interface ServedBackend extends Backend {
  /** Without a trailing slash, for `createClient`. */
  url: string
  /** Closes the server and the database. */
  stop: () => Promise<void>
}

/** A backend on a plain server on this computer, for tests and scripts. */
export async function serveBackend(options: ServeOptions = {}): Promise<ServedBackend> {
  const backend = await createBackend(options)
  const ready = Promise.resolve(backend)
  const handle = createMiddleware(ready, { trustProxy: options.trustProxy ?? false })
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    handle(request, response, () => response.writeHead(404).end())
  })
  server.on('upgrade', (request, socket, head) => {
    if (!upgradeToRealtime(ready, request, socket, head)) socket.destroy()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  return {
    ...backend,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await backend.close()
      await closed
    },
  }
}
