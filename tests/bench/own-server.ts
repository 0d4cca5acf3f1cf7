import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '../../supabase/embedded/free-port.js'

/** A test's own `vite preview`, which it may stop and start again on the same data. */
export class OwnServer {
  #process: ChildProcess | undefined

  private constructor(
    readonly url: string,
    private readonly port: number,
    private readonly environment: Record<string, string>,
  ) {}

  /** @param data a directory, or `memory` */
  static async start(data: string, environment: Record<string, string> = {}): Promise<OwnServer> {
    const port = await freePort()
    const server = new OwnServer(`http://127.0.0.1:${port}`, port, {
      ...environment,
      EMBEDDED_DATA: data,
    })
    await server.start()
    return server
  }

  async start(): Promise<void> {
    // Not by way of npm, which may end before the server has closed its database.
    const child = spawn(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'preview', '--port', `${this.port}`, '--strictPort'],
      {
        cwd: path.join(import.meta.dirname, '../..'),
        env: { ...process.env, CI: 'true', ...this.environment },
        stdio: 'ignore',
      },
    )
    this.#process = child
    const exited = once(child, 'exit').then(([code]) => {
      throw new Error(`The server ended with code ${code} before it answered`)
    })
    await Promise.race([answers(`${this.url}/rest/v1/`), exited])
    exited.catch(() => {})
  }

  async stop(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (!child || child.exitCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  }
}

async function answers(url: string): Promise<void> {
  for (;;) {
    try {
      await fetch(url)
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
