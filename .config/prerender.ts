import { statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import { bootScripts } from './boot-scripts.js'
import { renderShareImage } from './share-images.js'

const entryScript = /<script type="module" crossorigin src="([^"]+)"><\/script>/
/** An inline script follows it: after a stylesheet, it and everything behind it would wait. */
const policy = /<meta http-equiv="Content-Security-Policy"[^>]*>/
const appRoot = '<div id="root"></div>'
const stylesheet = /<link( rel="stylesheet" crossorigin[^>]*>)/

/**
 * Writes every public address as a complete HTML file after the build, and serves them in preview as
 * a static host does: `/about` is `about/index.html`, and a missing page is `404.html`.
 */
export function prerenderPages(): Plugin {
  let config: ResolvedConfig
  let chunks: Rolldown.OutputChunk[] = []
  return {
    name: 'prerender-pages',
    configResolved(resolved) {
      config = resolved
    },
    generateBundle(_options, bundle) {
      chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler(error) {
        if (error || config.command !== 'build' || config.build.ssr) return
        await withPrerenderer(config.root, (prerenderer) => writePages(config, chunks, prerenderer))
      },
    },
    configurePreviewServer(server) {
      const dist = path.resolve(config.root, config.build.outDir)
      server.middlewares.use((request, response, next) => {
        const [address = '/', search] = (request.url ?? '/').split(/(?=\?)/)
        const unescaped = tryUnescaping(address)
        if (unescaped === undefined) {
          response.statusCode = 400
          return response.end('Bad Request')
        }
        const file = path.join(dist, unescaped)
        if (file.startsWith(dist) && isFile(file)) return next()
        if (file.startsWith(dist) && isFile(path.join(file, 'index.html'))) {
          request.url = path.posix.join(address, 'index.html')
          return next()
        }
        const ownAddress = unescaped.toLowerCase()
        if (ownAddress !== unescaped && isFile(path.join(dist, ownAddress, 'index.html'))) {
          response.statusCode = 301
          response.setHeader('location', ownAddress + (search ?? ''))
          return response.end()
        }
        response.statusCode = 404
        response.setHeader('content-type', 'text/html')
        readFile(nearestNotFoundPage(dist, file)).then((page) => response.end(page), next)
      })
    },
  }
}

/** Undefined where the percent-encoding is invalid */
function tryUnescaping(address: string): string | undefined {
  try {
    return decodeURIComponent(address)
  } catch {
    return undefined
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}

/** The `404.html` of its folder or the nearest parent with one, as Cloudflare Pages answers. */
function nearestNotFoundPage(dist: string, file: string): string {
  const page = path.join(path.dirname(file), '404.html')
  if (!page.startsWith(dist)) return path.join(dist, '404.html')
  return isFile(page) ? page : nearestNotFoundPage(dist, path.dirname(file))
}

interface Prerenderer {
  siteUrl: string
  publicAddresses: readonly string[]
  notFoundAddresses: readonly string[]
  /** Pages without content, each with the modules it starts with, from `src` on. */
  emptyPages: readonly {
    address: string
    modules: readonly string[]
    isStaff: boolean
    head: string
    body: string
  }[]
  renderFiles: () => Promise<Record<string, string>>
  renderOpening: (address: string) => string
  renderAddress: (address: string) => Promise<{
    head: string
    body: string
    shareImage: { file: string; title: string; picture: string } | undefined
  }>
}

async function writePages(
  { root, build: { outDir } }: ResolvedConfig,
  chunks: readonly Rolldown.OutputChunk[],
  prerenderer: Prerenderer,
): Promise<void> {
  const { siteUrl, publicAddresses, notFoundAddresses, emptyPages } = prerenderer
  const dist = path.resolve(root, outDir)
  const template = await readFile(path.join(dist, 'index.html'), 'utf8')

  const entry = entryScript.exec(template)?.[1]
  if (!entry) throw new Error('The built index.html has no entry script')
  const boot = await bootScripts(root)
  const pageTemplate = template
    .replace(entryScript, '')
    .replace(policy, (found) => `${found}<script data-entry="${entry}">${boot.page}</script>`)
    // The page must be painted before anything that only scripts need is fetched.
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
  /** Whether search engines may list the page. */
  async function writePage(file: string, address: string): Promise<boolean> {
    const { head, body, shareImage } = await prerenderer.renderAddress(address)
    const page = pageTemplate
      .replace('<html', `<html data-page="${address}"`)
      .replace('</head>', () => `${head}</head>`)
      .replace(appRoot, () => `${prerenderer.renderOpening(address)}<div id="root">${body}</div>`)
    await write(path.join(dist, file), page)
    if (shareImage) {
      const image = await renderShareImage(shareImage.title, path.join(dist, shareImage.picture))
      await write(path.join(dist, shareImage.file), image)
    }
    return !head.includes('content="noindex"')
  }

  const listed: string[] = []
  for (const address of publicAddresses) {
    if (await writePage(`${address}/index.html`, address)) listed.push(address)
  }
  for (const address of notFoundAddresses) await writePage(`${address}.html`, address)
  for (const { address, modules, isStaff, head, body } of emptyPages) {
    const files = modules.map((module) => path.join(root, `src/${module}.tsx`))
    const isNew = (file: string) => !template.includes(`"/${file}"`)
    const needed = chunksOf(chunks, files)
    const styles = new Set(
      needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
    )
    const links = [
      ...[...styles]
        .filter(isNew)
        .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
      ...needed
        .map(({ fileName }) => fileName)
        .filter(isNew)
        .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ]
    // `account.css` includes the styles of public pages. A disabled link loads nothing, and
    // keeps Vite's loader from adding them behind it.
    const hasAllStyles = modules.includes('app/account-area')
    const page = (hasAllStyles ? template.replace(stylesheet, '<link disabled$1') : template)
      .replace(policy, (found) => found + (isStaff ? `<script>${boot.staff}</script>` : ''))
      .replace('</head>', () => `${head}${links.join('')}</head>`)
      .replace(appRoot, () => body + appRoot)
    await write(path.join(dist, address, 'index.html'), page)
  }

  for (const [file, content] of Object.entries(await prerenderer.renderFiles())) {
    await write(path.join(dist, file), content)
  }
  const urls = listed.map((address) => `  <url><loc>${siteUrl}${address}</loc></url>\n`)
  await write(
    path.join(dist, 'sitemap.xml'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`,
  )
  // Netlify needs a rule to find the nearest one.
  const rules = notFoundAddresses.map(
    (address) => `${path.posix.join(address, '../*')} ${address}.html 404\n`,
  )
  await write(path.join(dist, '_redirects'), rules.reverse().join(''))
  await write(
    path.join(dist, 'robots.txt'),
    `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
  )
}

/**
 * The chunks of some modules, and all that these import. @throws Error for a module without a chunk
 */
function chunksOf(
  chunks: readonly Rolldown.OutputChunk[],
  modules: readonly string[],
): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>()
  function add(chunk: Rolldown.OutputChunk | undefined) {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
    if (!chunk) throw new Error(`No chunk has ${module}`)
    add(chunk)
  }
  return [...found]
}

/** Builds the app a second time, for Node, into a temporary folder. */
async function withPrerenderer(
  root: string,
  use: (prerenderer: Prerenderer) => Promise<void>,
): Promise<void> {
  const cache = path.join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(path.join(cache, 'prerender-'))
  try {
    await build({
      root,
      logLevel: 'warn',
      build: { ssr: 'src/prerender.tsx', outDir, copyPublicDir: false },
    })
    const entry = pathToFileURL(path.join(outDir, 'prerender.js')).href
    await use((await import(entry)) as Prerenderer)
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

async function write(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
}
