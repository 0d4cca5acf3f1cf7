import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chunkGroups } from './.config/chunks.js'
import { checkEnvironment } from './.config/environment.js'
import { fontLicenses } from './.config/font-licenses.js'
import { hostHeaders } from './.config/headers.js'
import { identity } from './.config/identity.js'
import { prerenderPages } from './.config/prerender.js'
import { sampleContent } from './.config/sample-content.js'
import { embeddedBackend } from './supabase/embedded/vite-plugin.js'

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) }

// Postgres without V8's second compiler: no test lives long enough to get that time back.
const execArgv = ['--liftoff-only']

export default defineConfig({
  plugins: [
    checkEnvironment(),
    sampleContent(),
    react(),
    tailwindcss(),
    identity(),
    hostHeaders(),
    fontLicenses(),
    embeddedBackend(),
    chunkGroups(),
    prerenderPages(),
  ],
  resolve: { alias },
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' },
  },
  test: {
    silent: 'passed-only',
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'app',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['tests/setup.ts'],
          // A window for each file would take longer than its tests; the setup tidies up.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'backend',
          include: ['tests/{embedded,attacks}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          execArgv,
          // Compiling Postgres takes as long as what most files do with it.
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          // Parts of the app, in a document of their own, on the real backend.
          name: 'screens',
          include: ['tests/embedded/**/*.test.tsx'],
          execArgv,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
