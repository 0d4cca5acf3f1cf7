import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { assetCaching } from '../../.config/headers.js'

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}
const compressible = /\.(css|html|js|json|svg|txt|webmanifest|xml)$/

/**
 * Serves a build like a static host: compressed, assets cached, `404.html` for missing pages. With
 * `?without=scripts` a page comes without its scripts.
 */
export async function serveStatic(directory: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    void answerFrom(directory, decodeURI(pathname), searchParams.get('without') === 'scripts').then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** The answer of a static host for a decoded path. */
export async function answerFrom(directory: string, address: string, withoutScripts = false) {
  const name = path.extname(address) ? address : path.join(address, 'index.html')
  let status = 200
  let file = path.join(directory, name)
  let content = await readFile(file).catch(() => undefined)
  if (!content) {
    status = 404
    file = path.join(directory, '404.html')
    content = await readFile(file)
  }
  if (withoutScripts && file.endsWith('.html')) {
    content = Buffer.from(
      content
        .toString()
        .replace(/<script (?!type="application\/ld\+json")[^>]*><\/script>/g, '')
        .replace(/<link rel="modulepreload"[^>]*>/g, ''),
    )
  }
  const compress = compressible.test(file)
  return {
    status,
    headers: {
      'content-type': types[path.extname(file)] ?? 'application/octet-stream',
      'cache-control': address.startsWith('/assets/') ? assetCaching : 'no-cache',
      ...(compress && { 'content-encoding': 'br' }),
    },
    body: compress ? brotliCompressSync(content) : content,
  }
}
