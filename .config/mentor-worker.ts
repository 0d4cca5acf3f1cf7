import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin, PluginOption } from 'vite'

const page = 'mentor/index.html'

/**
 * The worker that keeps the page of mentors on their device: its HTML, and the scripts and styles that this names.
 * Its scope is that page; no answer of the database is ever kept.
 */
export function mentorWorker(command: 'build' | 'serve'): PluginOption {
  if (command !== 'build') return []
  let dist = ''
  const output: Plugin = {
    name: 'mentor-worker-output',
    configResolved: ({ root, build }) => void (dist = path.resolve(root, build.outDir)),
  }
  // Only a build needs the package.
  const worker = import('vite-plugin-pwa').then(({ VitePWA }) =>
    VitePWA({
      filename: 'mentor-worker.js',
      scope: '/mentor',
      injectRegister: false,
      manifest: false,
      // The page is written when the build has ended.
      integration: { closeBundleOrder: 'post' },
      workbox: {
        globPatterns: [page, 'assets/*.{js,css}'],
        inlineWorkboxRuntime: true,
        sourcemap: false,
        skipWaiting: true,
        clientsClaim: true,
        cleanupOutdatedCaches: true,
        navigateFallback: `/${page}`,
        navigateFallbackAllowlist: [/^\/mentor\/?$/],
        manifestTransforms: [
          async (files) => {
            const html = await readFile(path.join(dist, page), 'utf8')
            const manifest = files.filter(({ url }) => url === page || html.includes(`/${url}"`))
            return { manifest: manifest.map((file) => ({ ...file, url: `/${file.url}` })) }
          },
        ],
      },
    }),
  )
  return [output, worker]
}
