import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chunkGroups } from './.config/chunks.js'
import { checkEnvironment } from './.config/environment.js'
import { fontLicenses } from './.config/font-licenses.js'
import { glossary } from './.config/glossary.js'
import { hostHeaders } from './.config/headers.js'
import { identity } from './.config/identity.js'
import { leanRouter } from './.config/lean-router.js'
import { mentorWorker } from './.config/mentor-worker.js'
import { pdfParts } from './.config/pdf-parts.js'
import { prerenderPages } from './.config/prerender.js'
import { sampleContent } from './.config/sample-content.js'
import { LongestFirst } from './.config/test-order.js'
import { embeddedBackend } from './supabase/embedded/vite-plugin.js'
import { clockAt, momentOfRun } from './tests/days/moments.js'
import { limits } from './tests/limits.js'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const alias = { '@': file('./src') }

// Its package only offers bundlers the development build, with the texts of its warnings.
const router = './node_modules/react-router/dist/production'
const routerForProduction = {
  'react-router/dom': file(`${router}/dom-export.mjs`),
  'react-router': file(`${router}/index.mjs`),
}

// The icons as plain SVG.
const icons = { '../createLucideIcon.mjs': file('./src/shared/ui/lucide-icon.tsx') }

// What `tus-js-client` brings along for browsers without it; in CommonJS, which would be one more file to ask for.
const urls = { 'url-parse': file('./.config/native-url.ts') }

// Parts of Supabase's client that nothing here calls.
const unused = file('./.config/unused-clients.ts')
const clients = { 'iceberg-js': unused, './lib/webauthn': unused, './lib/web3/ethereum': unused }

// Room for what lives briefly, which is most.
const execArgv = ['--max-semi-space-size=64']
const tus = './node_modules/tus-js-client/lib.es5/browser/index.js'
const pgtap = 'tests/embedded/pgtap.test.ts'

/** Of each project. Only `npm run test:long` runs the proofs that take minutes. */
const common = {
  tags: [
    { name: 'long', description: 'A proof that takes minutes', timeout: limits.long },
    { name: 'ci', description: 'Repeats a shorter proof and takes seconds: runs where CI is set' },
  ],
  tagsFilter: [process.env.CI ? '!long' : '!long && !ci'],
  testTimeout: limits.test,
  hookTimeout: limits.setUp,
  expect: { poll: { timeout: limits.expectation } },
}

export default defineConfig(({ command }) => ({
  plugins: [
    checkEnvironment(),
    sampleContent(),
    glossary(),
    react(),
    tailwindcss(),
    identity(),
    hostHeaders(),
    fontLicenses(),
    pdfParts(),
    embeddedBackend(),
    leanRouter(),
    chunkGroups(),
    prerenderPages(),
    mentorWorker(command),
  ],
  resolve: {
    alias: {
      ...alias,
      ...(command === 'build' && { ...routerForProduction, ...icons, ...urls, ...clients }),
    },
  },
  build: {
    target: 'baseline-widely-available',
    // The security policy allows no style that is part of an address.
    assetsInlineLimit: (file) => (file.endsWith('.css') ? false : undefined),
    modulePreload: {
      polyfill: false,
      // Its names would be in the script that every page loads.
      resolveDependencies: (file, dependencies) =>
        file.includes('report-fault') ? [] : dependencies,
    },
    license: { fileName: 'licenses.md' },
    // The holidays of all countries, which one dialog loads
    chunkSizeWarningLimit: 1_500,
  },
  test: {
    silent: 'passed-only',
    hideSkippedTests: true,
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'app',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['tests/setup.ts', 'tests/no-network.ts'],
          // A window for each file would take longer than its tests; the setup tidies up.
          isolate: false,
          ...common,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'pgtap',
          include: [pgtap],
          ...common,
          execArgv: ['--import', clockAt(momentOfRun())],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'backend',
          include: ['tests/{docs,words}.test.ts', 'tests/{embedded,attacks,hosted}/**/*.test.ts'],
          exclude: [pgtap],
          ...common,
          execArgv,
          // Compiling Postgres takes as long as what most files do with it.
          isolate: false,
        },
      },
      {
        plugins: [glossary()],
        // Its build for browsers, which vitest would leave for that of Node.
        resolve: { alias: { ...alias, 'tus-js-client': file(tus) } },
        test: {
          // Parts of the app on the real backend.
          name: 'screens',
          include: ['tests/screens/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/screens/setup.ts'],
          isolate: false,
          execArgv,
          ...common,
        },
      },
    ],
  },
}))
