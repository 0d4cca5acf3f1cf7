import { beforeAll, expect, it } from 'vitest'
import type { ServedBackend } from '../../supabase/embedded/server'
import { localKeys } from '../../supabase/embedded/config'
import { bytesOf, disguises, pdf } from '../file-samples'
import {
  backend,
  callers,
  changingNothing,
  claimsOf,
  holders,
  idWhere,
  query,
  rpc,
  send,
  setUpAttack,
  signToken,
  tokenOf,
  type Persona,
} from './attacker'

/** Kinds of records, and the readers of their files besides admins. */
const readers: Record<string, Persona[]> = {
  mentors: ['can_manage_mentors', 'staff'],
  trainers: ['can_manage_trainers', 'staff'],
  mentees: ['can_manage_mentees', 'staff'],
  donors: ['can_manage_donations', 'staff'],
  donations: ['can_manage_donations', 'staff'],
  programs: ['can_manage_programs', 'program.manager', 'staff'],
  submissions: ['can_review_submissions'],
}
const kinds = Object.keys(readers)
const secret = 'What only readers know'
const files = new Map<string, string>()
const octets = 'application/octet-stream'

interface Stored {
  path: string
  method?: string
  body?: Uint8Array | string | object
  headers?: Record<string, string>
}

/** A request to storage, with a token or as nobody. */
async function store(persona: Persona, { path, method = 'GET', body, headers = {} }: Stored) {
  const isPlain = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(`${backend.url}/storage/v1${path}`, {
    method,
    headers: {
      apikey: localKeys.publishable,
      authorization: `Bearer ${persona === 'anon' ? localKeys.publishable : tokenOf(persona)}`,
      ...(body !== undefined && !isPlain && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: (isPlain ? body : JSON.stringify(body)) as BodyInit }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}

const statusIn = (text: string) => (JSON.parse(text) as { statusCode?: string }).statusCode

async function announce(persona: Persona, kind: string, name: string, size: number) {
  const id = crypto.randomUUID()
  const record = await idWhere(kind, 'true order by created_at, id limit 1')
  const { status, text } = await send(persona, rpc('add_file', { id, kind, record, name, size }))
  expect([status, text]).toEqual([204, ''])
  return id
}

const upload = (persona: Persona, id: string, body: Uint8Array) =>
  store(persona, {
    path: `/object/files/${id}`,
    method: 'POST',
    body,
    headers: { 'content-type': octets },
  })

const check = (persona: Persona, file: string) =>
  send(persona, { method: 'POST', path: '/functions/v1/check-files', body: { file } })

async function add(persona: Persona, kind: string, name: string, body: Uint8Array) {
  const id = await announce(persona, kind, name, Math.max(body.length, 1))
  expect((await upload(persona, id, body)).status).toBe(200)
  return { id, outcome: (await check(persona, id)).body }
}

const readings = (id: string): Stored[] => [
  { path: `/object/authenticated/files/${id}` },
  { path: `/object/files/${id}` },
  { path: `/object/files/${id}`, headers: { range: 'bytes=0-99' } },
  { path: `/object/info/authenticated/files/${id}` },
  { path: `/object/info/files/${id}` },
  { path: `/object/authenticated/files/${id}`, method: 'HEAD' },
]

const aYear = 365 * 24 * 60 * 60

/** Anybody could open a link, even after its maker has lost the right. */
const signing = (id: string): Stored => ({
  path: `/object/sign/files/${id}`,
  method: 'POST',
  body: { expiresIn: aYear },
})

/** What nobody may do with a file, not even its readers. */
const others = (id: string): Stored[] => [
  { path: `/object/public/files/${id}` },
  { path: `/object/info/public/files/${id}` },
  { path: `/object/sign/files/${id}?token=${signToken({ url: `files/${id}` }, 'a guess')}` },
  { path: `/object/files/${id}`, method: 'POST', body: 'new', headers: { 'content-type': octets } },
  {
    path: `/object/files/${id}`,
    method: 'POST',
    body: 'new',
    headers: { 'content-type': octets, 'x-upsert': 'true' },
  },
  { path: `/object/files/${id}`, method: 'PUT', body: 'new', headers: { 'content-type': octets } },
  { path: `/object/files/${id}-2`, method: 'POST', body: 'x', headers: { 'content-type': octets } },
  { path: `/object/files/${id}`, method: 'DELETE' },
  {
    path: '/object/move',
    method: 'POST',
    body: { bucketId: 'files', sourceKey: id, destinationKey: 'mine' },
  },
  {
    path: '/object/copy',
    method: 'POST',
    body: { bucketId: 'files', sourceKey: id, destinationKey: 'mine' },
  },
  { path: `/object/upload/sign/files/${id}`, method: 'POST', body: {} },
  { path: '/bucket', method: 'POST', body: { name: 'mine' } },
  { path: '/bucket/files' },
  { path: '/bucket/files', method: 'PUT', body: { public: true } },
  { path: '/bucket/files/empty', method: 'POST', body: {} },
  { path: '/bucket/files', method: 'DELETE' },
  {
    path: '/upload/resumable',
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '3',
      'upload-metadata': `bucketName ${btoa('files')},objectName ${btoa(id)}`,
    },
  },
]

/** An answer without content. */
const empty = (id: string): [Stored, string][] => [
  [{ path: '/bucket' }, '[]'],
  [{ path: '/object/list/files', method: 'POST', body: { prefix: '' } }, '[]'],
  [
    { path: '/object/list-v2/files', method: 'POST', body: { prefix: '' } },
    '{"hasNext":false,"folders":[],"objects":[]}',
  ],
  [{ path: '/object/files', method: 'DELETE', body: { prefixes: [id] } }, '[]'],
  [
    { path: '/object/sign/files', method: 'POST', body: { expiresIn: aYear, paths: [id] } },
    JSON.stringify([
      {
        error: 'Either the object does not exist or you do not have access to it',
        path: id,
        signedURL: null,
      },
    ]),
  ],
]

/**
 * Declares what every caller finds at the endpoints of storage, file by file, on the embedded backend or on
 * another that `open` starts. pgTAP (330-files) covers the rights to add, rename, remove and open.
 */
export function testFileAttacks(open?: () => Promise<ServedBackend>): void {
  setUpAttack(open)

  beforeAll(async () => {
    for (const kind of kinds) {
      const { id, outcome } = await add('admin', kind, `${kind}.pdf`, pdf(`${secret} of ${kind}`))
      expect(outcome).toEqual({ state: 'ready', refusal: null })
      files.set(kind, id)
    }
  })

  it.each([...new Set([...callers, ...holders, 'admin'])])(
    '%s opens the files of records that they may read, and does nothing else',
    async (persona) => {
      await changingNothing(async () => {
        const versions = await query('select name, version from storage.objects order by name')
        for (const [kind, id] of files) {
          const isReader = persona === 'admin' || readers[kind]!.includes(persona)
          for (const asked of readings(id)) {
            const { status, text } = await store(persona, asked)
            const what = `${kind} ${asked.method ?? 'GET'} ${asked.path}`
            // That of a mentee only after an opening.
            expect([what, status < 300], what).toEqual([what, isReader && kind !== 'mentees'])
            if (status >= 300) expect(text).not.toMatch(/token|What only|files\/.*-/)
          }
          const link = await store(persona, signing(id))
          expect([kind, link.status, statusIn(link.text)]).toEqual([kind, 400, '404'])
          // Whatever the record is
          if (kind !== 'mentees') continue
          for (const asked of others(id)) {
            const { status, text } = await store(persona, asked)
            expect([asked.method, asked.path, status >= 400]).toEqual([
              asked.method,
              asked.path,
              true,
            ])
            expect(text).not.toContain(secret)
          }
          for (const [asked, answer] of empty(id)) {
            expect((await store(persona, asked)).text).toBe(answer)
          }
        }
        expect(await query('select name, version from storage.objects order by name')).toEqual(
          versions,
        )
      })
    },
  )

  it('a file of a mentee is opened for a reason on record, and for no one else', async () => {
    const id = files.get('mentees')!
    const reader = 'can_manage_mentees'
    const get = () => store(reader, { path: `/object/authenticated/files/${id}` })
    for (const [persona, reason] of [
      ['can_manage_mentors', 'The school asked for it'],
      [reader, 'because'],
    ] as const) {
      await changingNothing(async () => {
        expect(
          (await send(persona, rpc('open_file', { file: id, reason }))).status,
        ).toBeGreaterThan(399)
      })
      expect((await get()).status).toBe(400)
    }
    const opened = await send(
      reader,
      rpc('open_file', { file: id, reason: 'The school asked for it' }),
    )
    expect(opened.status).toBe(204)
    const { status, headers, text } = await get()
    expect([status, headers.get('content-type')]).toEqual([200, octets])
    expect(text).toContain(secret)
    expect((await store('admin', { path: `/object/authenticated/files/${id}` })).status).toBe(400)
    const link = await store(reader, signing(id))
    expect([link.status, statusIn(link.text)]).toEqual([400, '404'])
    await query(
      "update public.change_log set created_at = now() - interval '6 minutes' where action = 'opened'",
    )
    expect((await get()).status).toBe(400)
  })

  it('a link that a server made serves no other file, and none is forged from it', async () => {
    const [id, other] = [files.get('mentors')!, files.get('trainers')!]
    const asServer = { authorization: `Bearer ${localKeys.secret}` }
    const signed = await store('anon', { ...signing(id), headers: asServer })
    const { signedURL } = JSON.parse(signed.text) as { signedURL: string }
    const { status, headers, text } = await store('anon', {
      path: `${signedURL}&download=${encodeURIComponent('Über "uns".pdf')}`,
    })
    expect(status).toBe(200)
    expect(text).toContain(secret)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': octets,
      'content-disposition':
        "attachment; filename=%C3%9Cber%20%22uns%22.pdf; filename*=UTF-8''%C3%9Cber%20%22uns%22.pdf",
      'x-robots-tag': 'none',
    })
    const token = signedURL.split('token=')[1]!
    const now = Math.floor(Date.now() / 1000)
    const claims = { url: `files/${id}`, scope: 'download', exp: now + 60 }
    const letters = [...token]
    const changed = letters.map((letter, place) =>
      letters.with(place, letter === 'A' ? 'B' : 'A').join(''),
    )
    const forged: [path: string, token: string, message: RegExp][] = [
      [id, signToken({ ...claims, exp: now - 1 }), /claim timestamp check failed/],
      [other, token, /Invalid signature/],
      [id, signToken({ ...claims, scope: 'upload' }), /not scoped for download/],
      [id, signToken(claims, 'another secret'), /signature verification failed/],
      [id, tokenOf('admin'), /Invalid signature/],
      [id, '', /Invalid Compact JWS/],
      ...changed.map((one): [string, string, RegExp] => [id, one, /./]),
    ]
    for (const [path, one, message] of forged) {
      const answer = await store('anon', { path: `/object/sign/files/${path}?token=${one}` })
      expect(answer.status).toBe(400)
      expect(answer.text).toMatch(message)
      expect(answer.text).not.toContain(secret)
    }
  })

  it('an object that was replaced after its check cannot be opened', async () => {
    const { id } = await add('admin', 'programs', 'plan.txt', bytesOf('A plan'))
    const get = () => store('admin', { path: `/object/authenticated/files/${id}` })
    expect((await get()).text).toBe('A plan')
    await query('update storage.objects set version = gen_random_uuid() where name = $1', [id])
    expect((await get()).status).toBe(400)
  })

  it('a revoked right, an ended session and an old token end at once', async () => {
    const id = files.get('trainers')!
    const get = (authorization: string) =>
      store('anon', { path: `/object/authenticated/files/${id}`, headers: { authorization } })
    const token = `Bearer ${tokenOf('can_manage_trainers')}`
    expect((await get(token)).status).toBe(200)
    const old = signToken({ ...claimsOf('can_manage_trainers'), exp: 1 })
    for (const [authorization, message] of [
      [`Bearer ${old}`, '"exp" claim timestamp check failed'],
      [
        `Bearer ${signToken(claimsOf('can_manage_trainers'), 'x')}`,
        'signature verification failed',
      ],
      ['Bearer x', 'Invalid Compact JWS'],
    ] as const) {
      const { status, text } = await get(authorization)
      expect([status, JSON.parse(text)]).toEqual([
        400,
        { statusCode: '403', error: 'Unauthorized', message, code: 'AccessDenied' },
      ])
    }
    await query(
      "delete from auth.sessions where user_id = (select id from public.profiles where email = 'can_manage_trainers@kindlewell.test')",
    )
    expect((await get(token)).status).toBe(400)
  })

  it.each(disguises)('$name is refused: $refusal', async ({ name, bytes, refusal }) => {
    const { id, outcome } = await add('admin', 'programs', name, bytes)
    expect(outcome).toEqual({ state: 'refused', refusal })
    expect(await query('select from storage.objects where name = $1', [id])).toEqual([])
    expect((await store('admin', { path: `/object/authenticated/files/${id}` })).status).toBe(400)
    // Neither a refused file nor its name can be used for another try.
    expect((await upload('admin', id, pdf())).status).toBe(400)
  })

  it('only the author uploads, once, what is announced, and as bytes without a type', async () => {
    const id = await announce('admin', 'programs', 'note.txt', 3)
    const to = { path: `/object/files/${id}`, method: 'POST', body: bytesOf('abc') }
    for (const persona of ['can_manage_programs', 'supporter', 'anon']) {
      await changingNothing(async () => {
        const { status, text } = await upload(persona, id, bytesOf('abc'))
        expect([status, statusIn(text)]).toEqual([400, '403'])
      })
    }
    for (const [type, code] of [
      ['text/html', '415'],
      ['image/svg+xml', '415'],
      [`${octets}; charset=utf-8`, '415'],
    ] as const) {
      const { status, text } = await store('admin', { ...to, headers: { 'content-type': type } })
      expect([status, statusIn(text)]).toEqual([400, code])
    }
    const large = await upload('admin', id, new Uint8Array(20 * 1024 * 1024 + 1))
    expect([large.status, JSON.parse(large.text)]).toEqual([
      400,
      {
        statusCode: '413',
        error: 'Payload too large',
        message: 'The object exceeded the maximum allowed size',
        code: 'EntityTooLarge',
      },
    ])
    // Before its check a file opens for no one, its author included.
    expect((await upload('admin', id, bytesOf('abc'))).status).toBe(200)
    expect((await store('admin', { path: `/object/authenticated/files/${id}` })).status).toBe(400)
    const again = await upload('admin', id, bytesOf('xyz'))
    expect([again.status, statusIn(again.text)]).toEqual([400, '409'])
    expect((await check('admin', id)).body).toEqual({ state: 'ready', refusal: null })
    const { text } = await store('admin', { path: `/object/authenticated/files/${id}` })
    expect(text).toBe('abc')
  })

  it('the check answers nobody who may not see the file, and the clock only with its secret', async () => {
    const id = await announce('admin', 'programs', 'later.txt', 3)
    await upload('admin', id, bytesOf('abcd'))
    await changingNothing(async () => {
      for (const persona of ['anon', 'stranger', 'supporter', 'can_manage_mentors']) {
        expect((await check(persona, id)).status).toBe(404)
        const clock = {
          method: 'POST',
          path: '/functions/v1/check-files',
          body: { everything: true },
        }
        expect((await send(persona, clock)).status).toBe(400)
      }
    })
    expect((await check('can_manage_programs', id)).body).toEqual({ state: 'ready', refusal: null })
  })

  it('no path leads out of the bucket', async () => {
    for (const name of [
      '..%2f..%2fembedded-complete',
      '%2e%2e/%2e%2e/PG_VERSION',
      '..%5c..%5cx',
      '%00',
      '/etc/passwd',
      `${files.get('mentors')}/../../x`,
      '%',
      'ü',
    ]) {
      await changingNothing(async () => {
        for (const asked of [
          { path: `/object/authenticated/files/${name}` },
          {
            path: `/object/files/${name}`,
            method: 'POST',
            body: 'x',
            headers: { 'content-type': octets },
          },
          { path: `/object/files/${name}`, method: 'DELETE' },
          {
            path: `/upload/resumable/${Buffer.from(`files/${name}/../x`).toString('base64url')}`,
            method: 'PATCH',
          },
        ]) {
          expect((await store('admin', asked)).status).toBeGreaterThan(399)
        }
      })
    }
  })
}
