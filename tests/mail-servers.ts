import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface Received {
  to: string
  messageId: string
  raw: string
}

export interface MailServer {
  url: string
  received: Received[]
  /** Everything clients said before a connection was encrypted. */
  heard: () => string
  stop: () => Promise<void>
}

/** 'hang' accepts the message and never answers. */
export type Verdict = 'accept' | 'later' | 'never' | 'hang'

/** A mail server that treats each recipient as `judge` says, asked again for each attempt. */
export async function serveSmtp(
  judge: (recipient: string) => Verdict,
  /** STARTTLS, with a self-signed certificate. */
  options: { hasTls?: boolean } = {},
): Promise<MailServer> {
  const received: Received[] = []
  let heard = ''
  const refuse = (responseCode: number, text: string) =>
    Object.assign(new Error(text), { responseCode })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.hasTls ? [] : ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, session, done) {
      const verdict = judge(address)
      if (verdict === 'later') return done(refuse(451, 'Busy, try again later'))
      if (verdict === 'never') return done(refuse(550, 'No such user here'))
      Object.assign(session, { verdict })
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if ((session as { verdict?: Verdict }).verdict === 'hang') return
        const raw = Buffer.concat(chunks).toString()
        const to = session.envelope.rcptTo[0]!.address
        received.push({ to, raw, messageId: /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? '' })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket) => {
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    heard: () => heard,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The body of a `POST /emails`, as Resend documents it. */
export interface ApiMail {
  from: string
  to: string[]
  reply_to: string
  subject: string
  html: string
  text: string
  headers: Record<string, string>
  tags: { name: string; value: string }[]
}

/**
 * An HTTP mail API of Resend's shape: for a known idempotency key it sends nothing, and repeats its
 * answer.
 */
export async function serveMailApi(
  answer: (mail: ApiMail) => { status: number; message?: string },
) {
  const accepted = new Map<string, ApiMail>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const mail = JSON.parse(Buffer.concat(chunks).toString()) as ApiMail
      const key = String(request.headers['idempotency-key'])
      const isKnown =
        request.headers.authorization === 'Bearer re_test' && request.url === '/emails'
      const { status, message } = !isKnown
        ? { status: 401, message: 'Unknown key' }
        : accepted.has(key)
          ? { status: 200 }
          : answer(mail)
      if (status === 200 && !accepted.has(key)) accepted.set(key, mail)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify(
          status === 200 ? { id: `re-${key}` } : { statusCode: status, name: 'error', message },
        ),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
