import { createHash } from 'node:crypto'
import path from 'node:path'
import { build, type Rolldown } from 'vite'

export interface BootScripts {
  /** Of a prerendered page */
  page: string
  /** Of a page of the back office */
  staff: string
}

let built: Promise<BootScripts> | undefined

/**
 * The first script of a page: no module, and part of its HTML, so that no request delays the paint.
 */
export function bootScripts(root: string): Promise<BootScripts> {
  built ??= Promise.all([
    buildScript(root, 'src/boot.ts'),
    buildScript(root, 'src/boot-staff.ts'),
  ]).then(([page, staff]) => ({ page, staff }))
  return built
}

/** An inline script's name in a Content-Security-Policy. */
export function scriptHash(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
}

async function buildScript(root: string, source: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      rolldownOptions: { input: path.join(root, source), output: { format: 'iife' } },
    },
  })
  return (result as Rolldown.RolldownOutput).output[0].code.trim()
}
