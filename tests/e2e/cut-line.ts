import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'

/**
 * A proxy to the shared server that a test may cut and restore; while cut, its port refuses
 * connections.
 */
export class Line {
  readonly #sockets = new Set<Socket>()
  readonly #server
  #port = 0

  private constructor(origin: string) {
    const { hostname, port } = new URL(origin)
    this.#server = createServer((socket) => {
      const onwards = connect(Number(port), hostname)
      for (const [end, other] of [
        [socket, onwards],
        [onwards, socket],
      ] as const) {
        this.#sockets.add(end)
        end.on('error', () => other.destroy())
        end.on('close', () => this.#sockets.delete(end))
        end.pipe(other)
      }
    })
  }

  /** @param origin of the server, such as `http://127.0.0.1:4173` */
  static async to(origin: string): Promise<Line> {
    const line = new Line(origin)
    await line.mend()
    return line
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async mend(): Promise<void> {
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async cut(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}
