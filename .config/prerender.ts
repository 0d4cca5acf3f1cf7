import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'

const entryScript = /<script type="module" crossorigin src="([^"]+)"><\/script>/

/**
 * Writes every public address as a complete HTML file after the build, and serves them in preview as
 * a static host does: `/about` is `about/index.html`, and what does not exist is `404.html`.
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
        const [address = '/'] = (request.url ?? '/').split('?')
        const file = path.join(dist, unescaped(address))
        if (file.startsWith(dist) && statSync(file, { throwIfNoEntry: false })?.isFile())
          return next()
        if (file.startsWith(dist) && existsSync(path.join(file, 'index.html'))) {
          request.url = path.posix.join(address, 'index.html')
          return next()
        }
        response.statusCode = 404
        response.setHeader('content-type', 'text/html')
        readFile(path.join(dist, '404.html')).then((page) => response.end(page), next)
      })
    },
  }
}

/** A path with its percent signs read; as it is where they make no sense. */
function unescaped(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

interface Prerenderer {
  siteUrl: string
  publicAddresses: readonly string[]
  /** Pages that are files without content, and the modules that each begins with, from `src` on. */
  emptyPages: readonly { address: string; modules: readonly string[] }[]
  renderAddress: (address: string) => Promise<{ head: string; body: string }>
}

async function writePages(
  { root, build: { outDir } }: ResolvedConfig,
  chunks: readonly Rolldown.OutputChunk[],
  { siteUrl, publicAddresses, emptyPages, renderAddress }: Prerenderer,
): Promise<void> {
  const dist = path.resolve(root, outDir)
  const template = await readFile(path.join(dist, 'index.html'), 'utf8')

  const entry = entryScript.exec(template)?.[1]
  if (!entry) throw new Error('The built index.html has no entry script')
  const pageTemplate = template
    .replace(entryScript, `<script async src="/boot.js" data-entry="${entry}"></script>`)
    // Nothing that only the scripts need may be fetched before the page is painted.
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
  /** Whether search engines may list the page. */
  async function writePage(file: string, address: string): Promise<boolean> {
    const { head, body } = await renderAddress(address)
    const page = pageTemplate
      .replace('</head>', () => `${head}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
    await write(path.join(dist, file), page)
    return !head.includes('content="noindex"')
  }

  const listed: string[] = []
  for (const address of publicAddresses) {
    if (await writePage(`${address}/index.html`, address)) listed.push(address)
  }
  await writePage('404.html', '/404')
  for (const { address, modules } of emptyPages) {
    const files = modules.map((module) => path.join(root, `src/${module}.tsx`))
    const preloads = filesOf(chunks, files)
      .filter((file) => !template.includes(`"/${file}"`))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    const head = `<meta name="robots" content="noindex">${preloads.join('')}</head>`
    await write(path.join(dist, address, 'index.html'), template.replace('</head>', head))
  }

  const urls = listed.map((address) => `  <url><loc>${siteUrl}${address}</loc></url>\n`)
  await write(
    path.join(dist, 'sitemap.xml'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`,
  )
  await write(
    path.join(dist, 'robots.txt'),
    `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
  )
}

/** The chunks of some modules, and all that these import. @throws Error where a module is in none */
function filesOf(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): string[] {
  const files = new Set<string>()
  function add(chunk: Rolldown.OutputChunk | undefined) {
    if (!chunk || files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
    if (!chunk) throw new Error(`No chunk has ${module}`)
    add(chunk)
  }
  return [...files]
}

/** Builds the app a second time, for Node, into a folder that is gone again after its use. */
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

async function write(file: string, content: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
}
