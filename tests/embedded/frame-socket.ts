import { once } from 'node:events'
import WebSocket from 'ws'
import { localKeys } from '../../supabase/embedded/config'

type Frame = [string | null, string | null, string, string, Record<string, unknown>]

export interface FrameSocket {
  /** Everything received so far. */
  frames: Frame[]
  /** The broadcasts to it so far. */
  told: () => unknown[]
  sendRaw: (data: string | Buffer) => void
  send: (event: string, payload: object) => void
  /** Sends a frame with any topic and waits for the answer to it. */
  request: (topic: string, event: string, payload: object) => Promise<Frame>
  /** Joins the private channel of reviewers and waits for the answer. */
  join: (token?: string) => Promise<Frame>
  /** Waits for a frame, looking at those received already first. */
  until: (matches: (frame: Frame) => boolean) => Promise<Frame>
  /** Once this resolves, whatever the server sent before has arrived. */
  roundTrip: () => Promise<void>
  closed: Promise<unknown>
  close: () => void
}

export const topic = 'realtime:submissions'
let lastRef = 0

/** A realtime client that sends raw frames, for messages that supabase-js would never send. */
export async function openFrameSocket(
  url: string,
  apiKey: string = localKeys.publishable,
): Promise<FrameSocket> {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0`
  const socket = new WebSocket(`${address}&apikey=${apiKey}`)
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as Frame)
    for (const check of [...waiting]) check()
  })
  const until: FrameSocket['until'] = (matches) =>
    new Promise((resolve) => {
      const check = () => {
        const frame = frames.find(matches)
        if (!frame) return
        waiting.delete(check)
        resolve(frame)
      }
      waiting.add(check)
      check()
    })
  const request = (name: string, event: string, payload: object) => {
    lastRef += 1
    const ref = String(lastRef)
    socket.send(JSON.stringify([ref, ref, name, event, payload]))
    return until((frame) => frame[1] === ref)
  }
  await once(socket, 'open')
  const closed = once(socket, 'close')
  return {
    frames,
    until,
    request,
    closed,
    told: () => frames.filter((frame) => frame[3] === 'broadcast').map((frame) => frame[4].payload),
    sendRaw: (data) => socket.send(data),
    send: (event, payload) => socket.send(JSON.stringify([null, null, topic, event, payload])),
    join: (token) =>
      request(topic, 'phx_join', {
        config: { private: true },
        ...(token && { access_token: token }),
      }),
    roundTrip: async () => {
      await request('phoenix', 'heartbeat', {})
    },
    close: () => socket.close(),
  }
}
