import net from 'node:net'
import { localKeys } from '../../supabase/embedded/config'
import type { ServedBackend } from '../../supabase/embedded/server'
import { openFrameSocket } from './frame-socket'
import { newAddress } from './support'

const message = { name: 'Ada', email: 'ada@example.org', message: 'Hello' }

interface Sent {
  method?: string
  body?: BodyInit | object
  headers?: Record<string, string>
  /** A visitor's by default */
  key?: string
}

const rows = (count: number) => Array.from({ length: count }, () => message)
const names = (count: number) => Array.from({ length: count }, (_, place) => `n${place}`).join()
const nested = (depth: number, open: string, close: string) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`
const binary = Uint8Array.from({ length: 4096 }, (_, place) => (place * 167) % 256)
const invalidUtf8 = Uint8Array.from([...Buffer.from('{"name":"'), 0xff, 0xc3, 0x28, 34, 125])

const asServer = { key: localKeys.secret }
const rest: Record<string, [status: number, path: string, sent?: Sent]> = {
  'more rows than a statement carries': [413, 'contact_messages', { body: rows(11_000) }],
  'rows of more than two bytes of values': [413, 'contact_messages', { body: rows(22_000) }],
  'a list of too many values': [413, `programs?name=in.(${names(33_000)})`, asServer],
  'a value of 4 MB': [400, 'contact_messages', { body: { ...message, name: 'x'.repeat(4e6) } }],
  'a NUL in JSON': [400, 'contact_messages', { body: { ...message, name: 'a\0b' } }],
  'a NUL in the body': [400, 'contact_messages', { body: '{"name":"a\0b"}' }],
  'a NUL in a filter': [400, 'programs?name=eq.a%00b', asServer],
  'a NUL in a column': [400, 'programs?na%00me=eq.a', asServer],
  'a NUL in a table': [404, 'pro%00grams', asServer],
  'a NUL in an argument': [400, 'rpc/status_messages', { body: { token: 'a\0b' } }],
  'invalid UTF-8': [400, 'contact_messages', { body: invalidUtf8 }],
  'invalid UTF-8 in the address': [200, 'programs?name=eq.%ff%c3%28', asServer],
  'half a letter': [400, 'contact_messages', { body: '{"name":"\\ud800"}' }],
  'no JSON': [400, 'contact_messages', { body: '{"name":' }],
  'an empty body': [400, 'contact_messages', { body: '' }],
  'JSON that is no row': [400, 'contact_messages', { body: '[[1], null]' }],
  'rows of different columns': [400, 'contact_messages', { body: [{ name: 'a' }, { email: 'b' }] }],
  'deep JSON': [500, 'contact_messages', { body: `{"name":${nested(100_000, '{"a":', '}')}}` }],
  'deep lists': [500, 'contact_messages', { body: nested(100_000, '[', ']') }],
  'wrong types': [
    400,
    'donations',
    { body: { amount: [], received_at: {}, id: true }, ...asServer },
  ],
  'no UUID': [400, 'programs?id=eq.5', asServer],
  'a number that is too large': [400, 'donations', { body: '{"amount":1e400}', ...asServer }],
  'an unknown column': [400, 'programs?nothing=eq.1', asServer],
  'an unknown table': [404, 'nothing', asServer],
  'an unknown function': [404, 'rpc/nothing', { body: {} }],
  'missing arguments': [404, 'rpc/status_messages', { body: {} }],
  'a wrong argument': [400, 'rpc/unchecked_file', { body: { file: { a: [1] } }, ...asServer }],
  'a range that ends before it begins': [
    416,
    'programs',
    { headers: { range: '5-2' }, ...asServer },
  ],
  'a range beyond all numbers': [
    400,
    'programs',
    { headers: { range: `${'9'.repeat(20)}-` }, ...asServer },
  ],
  'a wrong limit': [416, 'programs?limit=-1', asServer],
  'a wrong order': [400, 'programs?order=a.b.c,,', asServer],
  'deep relations': [500, `programs?select=${'a('.repeat(9_000)}b${')'.repeat(9_000)}`, asServer],
  'a wrong regular expression': [400, 'programs?name=match.[', asServer],
  'another schema': [406, 'programs', { headers: { 'accept-profile': 'auth' }, ...asServer }],
  'a wrong preference': [
    400,
    'programs',
    { headers: { prefer: 'handling=strict, count=x' }, ...asServer },
  ],
  'a binary body': [
    400,
    'contact_messages',
    { body: binary, headers: { 'content-type': 'application/octet-stream' } },
  ],
  'a packed body': [
    400,
    'contact_messages',
    { body: binary, headers: { 'content-encoding': 'gzip' } },
  ],
  'a regular expression that is too large': [
    503,
    'programs?name=match.(a{1,250}){1,250}',
    asServer,
  ],
  'a path in JSON that is too deep': [
    503,
    `programs?select=x:name${'->a'.repeat(20_000)}`,
    asServer,
  ],
}

const others: Record<string, [status: number, path: string, sent: Sent]> = {
  'a NUL in a sign-in': [
    500,
    'auth/v1/token?grant_type=refresh_token',
    { body: { refresh_token: 'a\0b' } },
  ],
  'a sign-in of other types': [
    500,
    'auth/v1/token?grant_type=password',
    { body: { email: {}, password: [] } },
  ],
  'a sign-up with deep data': [
    500,
    'auth/v1/signup',
    { body: `{"email":"a@b.example","password":"abcdefgh","data":${nested(20_000, '[', ']')}}` },
  ],
  'a NUL in the name of a file': [
    500,
    'storage/v1/object/files/a%00b',
    { method: 'GET', ...asServer },
  ],
  'a list of files without numbers': [
    500,
    'storage/v1/object/list/files',
    { body: { prefix: '', limit: 'x', offset: {} }, ...asServer },
  ],
  'an upload without a length': [
    400,
    'storage/v1/upload/resumable',
    { headers: { 'tus-resumable': '1.0.0', 'upload-metadata': 'a %%%' }, ...asServer },
  ],
  'a call of a function that is no JSON': [400, 'functions/v1/check-files', { body: binary }],
  'an event without a signature': [400, 'functions/v1/payment-events', { body: binary }],
}

/** Bytes that no HTTP client would send. */
const lines: Record<string, [status: string, text: string]> = {
  'an address of 100 kB': [
    '431',
    `GET /rest/v1/programs?a=${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
  ],
  'no HTTP': ['400', '\0\x01\x02\r\n\r\n'],
  'a wrong length of a part': [
    '400',
    'POST /rest/v1/contact_messages HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  ],
  'a method that browsers refuse': ['503', 'TRACE /rest/v1/programs HTTP/1.1\r\nhost: a\r\n\r\n'],
}

const frames = [
  ...['', '{', '[]', '["1","1","x","phx_join"]', nested(20_000, '[', ']')],
  '["1","1","realtime:a\\u0000b","phx_join",{"config":{"private":true}}]',
  `["1","1","realtime:${'x'.repeat(500_000)}","phx_join",{"config":{"private":true}}]`,
  Buffer.from(binary),
]

/** Each kind of bad request: how it is sent, and the status that it gets. */
export function badRequests(
  backend: () => ServedBackend,
): [string, string, () => Promise<string>][] {
  const port = () => Number(new URL(backend().url).port)
  const ask = async (
    path: string,
    { method, body, headers, key = localKeys.publishable }: Sent,
  ) => {
    const isPlain = typeof body === 'string' || body instanceof Uint8Array
    const request = new Request(`${backend().url}/${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        'content-type': 'application/json',
        'cf-connecting-ip': newAddress(),
        apikey: key,
        authorization: `Bearer ${key}`,
        ...headers,
      },
      ...(body !== undefined && { body: isPlain ? body : JSON.stringify(body) }),
    } as RequestInit)
    // Addresses longer than a server accepts are requested in-process.
    const answer = await (path.length > 15_000 ? backend().fetch(request) : fetch(request))
    await answer.body?.cancel()
    return String(answer.status)
  }
  const line = (text: string, isCut = false) =>
    new Promise<string>((resolve) => {
      const socket = net.connect(port(), '127.0.0.1')
      let received = ''
      socket.on('error', () => {})
      socket.on('close', () => resolve(received.split(' ')[1] ?? 'cut'))
      socket.on('data', (data) => {
        received += String(data)
        socket.destroy()
      })
      socket.write(text, () => isCut && socket.destroy())
    })
  const post = (body: string, length: number) =>
    `POST /rest/v1/contact_messages HTTP/1.1\r\nhost: a\r\napikey: ${localKeys.publishable}\r\n` +
    `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`
  const whole = JSON.stringify(rows(2_000))
  return [
    ...Object.entries(rest).map(
      ([kind, [status, path, sent = {}]]): [string, string, () => Promise<string>] => [
        kind,
        String(status),
        () => ask(`rest/v1/${path}`, sent),
      ],
    ),
    ...Object.entries(others).map(
      ([kind, [status, path, sent]]): [string, string, () => Promise<string>] => [
        kind,
        String(status),
        () => ask(path, { method: 'POST', ...sent }),
      ],
    ),
    ...Object.entries(lines).map(
      ([kind, [status, text]]): [string, string, () => Promise<string>] => [
        kind,
        status,
        () => line(text),
      ],
    ),
    ['a body of 17 MB', '413', () => ask('rest/v1/contact_messages', { body: 'x'.repeat(17e6) })],
    ['a body that is cut', 'cut', () => line(post('{"name":', 1000), true)],
    ['a sender that leaves', 'cut', () => line(post(whole, whole.length), true)],
    [
      'frames of a socket',
      'sent',
      async () => {
        const socket = await openFrameSocket(backend().url)
        for (const frame of frames) socket.sendRaw(frame)
        await socket.roundTrip()
        socket.close()
        return 'sent'
      },
    ],
  ]
}
