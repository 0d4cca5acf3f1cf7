import { createClient } from '@supabase/supabase-js'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { localKeys } from '../supabase/embedded/config'
import { signToken } from './sign-token'
import { filesOf } from './embedded/files'
import { bytesOf, pdf } from './file-samples'

/** The storage service, REST and the function that checks, below one address. */
interface Files {
  url: string
  fetch: (request: Request) => Promise<Response>
  exclusive: <Result>(work: (pg: PGlite) => Promise<Result>) => Promise<Result>
  stop: () => Promise<void>
}

const octets = 'application/octet-stream'
const asVisitor = { authorization: `Bearer ${localKeys.publishable}` }
const asServer = { authorization: `Bearer ${localKeys.secret}` }

/**
 * Declares the storage service's answers, so that the embedded backend and the service itself meet
 * the same tests.
 */
export function testStorageFacts(open: () => Promise<Files>) {
  let backend: Files
  let files: Awaited<ReturnType<typeof filesOf>>
  let asSupporter: { authorization: string }
  const clientOf = (token: string) =>
    createClient(backend.url, localKeys.publishable, {
      accessToken: () => Promise.resolve(token),
      realtime: { transport: WebSocket as never },
      global: { fetch: (input, init) => backend.fetch(new Request(input, init)) },
    })

  beforeAll(async () => {
    backend = await open()
    files = await filesOf(backend, backend.url)
    const supporter = await backend.exclusive(async (pg) => {
      const { rows } = await pg.query<{ id: string }>(
        "select id from public.profiles where email = 'supporter@kindlewell.test'",
      )
      await pg.query(
        'insert into auth.sessions (id, user_id) values ($1, $1) on conflict do nothing',
        [rows[0]!.id],
      )
      return rows[0]!.id
    })
    const claims = { sub: supporter, session_id: supporter, role: 'authenticated' }
    const exp = Math.floor(Date.now() / 1000) + 3600
    asSupporter = { authorization: `Bearer ${signToken({ ...claims, aud: 'authenticated', exp })}` }
  })
  afterAll(() => backend?.stop())

  const ask = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: BodyInit,
  ) => files.send(method, `/storage/v1${path}`, headers, body)
  const askJson = (path: string, body: object, headers: object = {}, method = 'POST') =>
    ask(method, path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body))
  const upload = (id: string, headers: object = {}, bytes: Uint8Array<ArrayBuffer> = pdf('x')) =>
    ask('POST', `/object/files/${id}`, { 'content-type': octets, ...headers }, bytes)
  const ready = async (name: string) => {
    const id = await files.announce(name, 100)
    expect((await upload(id, {}, pdf(name))).status).toBe(200)
    expect(await refusal(upload(id))).toBe('409 KeyAlreadyExists')
    expect(await files.check(id)).toEqual({ state: 'ready', refusal: null })
    return id
  }
  const read = (id: string, headers: Record<string, string> = {}) =>
    ask('GET', `/object/authenticated/files/${id}`, headers)
  const sign = (id: string, headers: object = {}) =>
    askJson(`/object/sign/files/${id}`, { expiresIn: 60 }, headers)
  const linkTo = async (id: string) =>
    ((await (await sign(id, asServer)).json()) as { signedURL: string }).signedURL
  /** The status in the body, which HTTP has as 400, and the code. */
  const refusal = async (asked: Promise<Response> | Response) => {
    const { statusCode, code } = (await (await asked).json()) as Record<string, string>
    return `${statusCode} ${code}`
  }
  const text = async (asked: Promise<Response>) => {
    const answer = await asked
    return [answer.status, (await answer.text()).trim()]
  }
  const pathOf = (answer: Response) => new URL(answer.headers.get('location')!).pathname

  it('the client of supabase-js uploads, reads and describes a file, and the service signs and deletes it', async () => {
    const bucket = clientOf(files.token).storage.from('files')
    const content = pdf('By the client')
    const ids = [await files.announce('a.pdf', 100), await files.announce('b.pdf', 100)]
    const sent = await bucket.upload(ids[0]!, content, {
      contentType: octets,
      cacheControl: '0, no-store',
    })
    expect(sent.data).toMatchObject({ path: ids[0], fullPath: `files/${ids[0]}` })
    const form = new Blob([pdf('As a form')], { type: octets })
    expect((await bucket.upload(ids[1]!, form)).error).toBeNull()
    for (const id of ids) expect(await files.check(id)).toEqual({ state: 'ready', refusal: null })
    const { data } = await bucket.download(ids[0]!)
    expect(new Uint8Array(await data!.arrayBuffer())).toEqual(content)
    expect((await bucket.info(ids[0]!)).data).toMatchObject({
      ...{ name: ids[0], bucketId: 'files', size: content.length },
      ...{ contentType: octets, cacheControl: 'max-age=0, no-store' },
    })
    expect((await bucket.exists(ids[0]!)).data).toBe(true)
    const service = clientOf(localKeys.secret).storage.from('files')
    const { data: link } = await service.createSignedUrl(ids[0]!, 60)
    const follow = (address: string, headers: Record<string, string> = {}) =>
      backend.fetch(new Request(address, { headers }))
    // The option `download` of this client encodes a name twice.
    const served = await follow(`${link!.signedUrl}&download=${encodeURIComponent('Ä.pdf')}`)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-disposition': "attachment; filename=%C3%84.pdf; filename*=UTF-8''%C3%84.pdf",
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
    })
    const part = await follow(link!.signedUrl, { range: 'bytes=1-3' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 1-3/${content.length}`,
      'PDF',
    ])
    const removed = await askJson('/object/files', { prefixes: ids }, asServer, 'DELETE')
    const gone = (await removed.json()) as { name: string }[]
    expect(gone.map(({ name }) => name).sort()).toEqual([...ids].sort())
    expect((await bucket.download(ids[0]!)).error?.message).toBe('Object not found')
  })

  it('an upload is refused to whom the policies refuse it, and in place of another', async () => {
    const id = await ready('once.pdf')
    const announced = await files.announce('other.pdf', 100)
    const large = new Uint8Array(20 * 1024 * 1024 + 1)
    expect({
      checked: await refusal(upload(id)),
      inPlace: await refusal(upload(id, { 'x-upsert': 'true' })),
      put: await refusal(ask('PUT', `/object/files/${id}`, { 'content-type': octets }, pdf('y'))),
      notAnnounced: await refusal(upload(crypto.randomUUID())),
      supporter: await refusal(upload(announced, asSupporter)),
      visitor: await refusal(upload(announced, asVisitor)),
      forged: await refusal(upload(announced, { authorization: 'Bearer abc' })),
      page: await refusal(upload(announced, { 'content-type': 'text/html' })),
      large: await refusal(upload(announced, { 'content-length': String(large.length) }, large)),
      noBucket: await refusal(
        ask('POST', `/object/other/${id}`, { 'content-type': octets }, pdf()),
      ),
      name: await refusal(ask('POST', '/object/files/a%09b', { 'content-type': octets }, pdf())),
      byLink: await refusal(askJson(`/object/upload/sign/files/${id}`, {})),
    }).toEqual({
      checked: '403 AccessDenied',
      inPlace: '403 AccessDenied',
      put: '403 AccessDenied',
      notAnnounced: '403 AccessDenied',
      supporter: '403 AccessDenied',
      visitor: '403 AccessDenied',
      forged: '403 AccessDenied',
      page: '415 InvalidMimeType',
      large: '413 EntityTooLarge',
      noBucket: '404 NoSuchBucket',
      name: '400 InvalidKey',
      byLink: '403 AccessDenied',
    })
    expect(await (await read(id)).text()).toContain('once.pdf')
    expect(await refusal(read(announced))).toBe('404 NoSuchKey')
  })

  it('an object is read, signed, listed, moved and deleted by no one without the right', async () => {
    const id = await ready('kept.pdf')
    const to = await files.announce('to.pdf', 100)
    const move = { bucketId: 'files', sourceKey: id, destinationKey: to }
    const link = await linkTo(id)
    const altered = link.slice(0, -4) + (link.at(-4) === 'A' ? 'B' : 'A') + link.slice(-3)
    const expired = signToken({ url: `files/${id}`, exp: Math.floor(Date.now() / 1000) - 10 })
    expect({
      supporter: await refusal(read(id, asSupporter)),
      visitor: await refusal(read(id, asVisitor)),
      public: await refusal(ask('GET', `/object/public/files/${id}`, asVisitor)),
      missing: await refusal(read(crypto.randomUUID())),
      range: await refusal(read(id, { range: 'bytes=9000-' })),
      info: await refusal(ask('GET', `/object/info/authenticated/files/${id}`, asSupporter)),
      signedByReader: await refusal(sign(id)),
      signedBySupporter: await refusal(sign(id, asSupporter)),
      signedByVisitor: await refusal(sign(id, asVisitor)),
      altered: await refusal(ask('GET', altered, asVisitor)),
      expired: await refusal(ask('GET', `/object/sign/files/${id}?token=${expired}`, asVisitor)),
      ofAnother: await refusal(ask('GET', link.replace(id, to), asVisitor)),
      noToken: await refusal(ask('GET', link.split('?')[0]!, asVisitor)),
      move: await refusal(askJson('/object/move', move)),
      copy: await refusal(askJson('/object/copy', move)),
      delete: await refusal(ask('DELETE', `/object/files/${id}`)),
      bucket: await refusal(ask('GET', '/bucket/files')),
      newBucket: await refusal(askJson('/bucket', { name: 'mine', public: true })),
      opened: await refusal(askJson('/bucket/files', { public: true }, {}, 'PUT')),
    }).toEqual({
      supporter: '404 NoSuchKey',
      visitor: '404 NoSuchKey',
      public: '404 NoSuchBucket',
      missing: '404 NoSuchKey',
      range: '416 InvalidRange',
      info: '404 NoSuchKey',
      signedByReader: '404 NoSuchKey',
      signedBySupporter: '404 NoSuchKey',
      signedByVisitor: '404 NoSuchKey',
      altered: '400 InvalidJWT',
      expired: '400 InvalidJWT',
      ofAnother: '400 InvalidSignature',
      noToken: '400 InvalidRequest',
      move: '404 NoSuchKey',
      copy: '404 NoSuchKey',
      delete: '403 AccessDenied',
      bucket: '404 NoSuchBucket',
      newBucket: '403 AccessDenied',
      opened: '404 NoSuchBucket',
    })
    for (const headers of [{}, asSupporter, asVisitor]) {
      expect(await (await askJson('/object/list/files', { prefix: '' }, headers)).json()).toEqual(
        [],
      )
      expect(await (await ask('GET', '/bucket', headers as Record<string, string>)).json()).toEqual(
        [],
      )
    }
    const kept = await askJson('/object/files', { prefixes: [id] }, {}, 'DELETE')
    expect(await kept.json()).toEqual([])
    expect(await (await ask('GET', link, asVisitor)).text()).toContain('kept.pdf')
  })

  it('a file of a mentee is read once it is opened', async () => {
    const id = crypto.randomUUID()
    await backend.exclusive((pg) =>
      pg.query(
        `insert into public.files (id, name, size, mentee_id, created_by)
         select $1, 'of a mentee.pdf', 3, mentees.id, profiles.id from public.mentees, public.profiles
         where profiles.email = 'admin@kindlewell.test' limit 1`,
        [id],
      ),
    )
    expect((await upload(id)).status).toBe(200)
    expect(await files.check(id)).toEqual({ state: 'ready', refusal: null })
    expect(await refusal(read(id))).toBe('404 NoSuchKey')
    await files.rpc('open_file', { file: id, reason: 'The school asked for it' })
    expect((await read(id)).status).toBe(200)
  })

  it('no one reads a replaced object before its check', async () => {
    const id = await ready('restored.pdf')
    const headers = { ...asServer, 'x-upsert': 'true', 'cache-control': '0, no-store' }
    expect((await upload(id, headers)).status).toBe(200)
    expect(await refusal(read(id))).toBe('404 NoSuchKey')
    const restored = await read(id, asServer)
    expect([restored.status, restored.headers.get('cache-control')]).toEqual([200, '0, no-store'])
  })

  it('an object and a bucket are described in the words of the service', async () => {
    const id = await files.announce('words.pdf', 100)
    const words = async (asked: Promise<Response>) =>
      (await (await asked).text())
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
        .replaceAll(/[0-9a-f]{32}/g, '<hash>')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    expect(await words(upload(id))).toBe('{"Key":"files/<id>","Id":"<id>"}')
    await files.check(id)
    const info = await ask('GET', `/object/info/authenticated/files/${id}`)
    expect([info.headers.get('cache-control'), info.headers.get('etag')]).toEqual([
      'no-cache',
      expect.stringMatching(/^"[0-9a-f]{32}"$/),
    ])
    expect(await words(Promise.resolve(info))).toBe(
      '{"id":"<id>","name":"<id>","version":"<id>","bucket_id":"files","size":51,"content_type":"application/octet-stream","cache_control":"no-cache","etag":"\\"<hash>\\"","metadata":{},"last_modified":"<time>","created_at":"<time>"}',
    )
    expect(await words(ask('GET', '/bucket', asServer))).toBe(
      '[{"id":"files","name":"files","owner":"","public":false,"type":"STANDARD","file_size_limit":20971520,"allowed_mime_types":["application/octet-stream"],"created_at":"<time>","updated_at":"<time>"}]',
    )
    expect(await refusal(ask('DELETE', '/bucket/files'))).toBe('409 ResourceNotEmpty')
    const emptied = await ask('POST', '/bucket/files/empty')
    expect([emptied.status, await refusal(emptied)]).toEqual([403, '403 AccessDenied'])
  })

  describe('a resumable upload', () => {
    it('of nothing ends at once', async () => {
      const id = await files.announce('empty.pdf', 100)
      const begun = await files.begin(id, 0)
      expect([
        begun.status,
        begun.headers.get('upload-offset'),
        begun.headers.get('tus-complete'),
      ]).toEqual([201, null, '1'])
      expect((await files.begin(id, 3)).status).toBe(409)
      expect(await files.check(id)).toEqual({ state: 'refused', refusal: 'empty' })
    })

    it('goes on from where it was, and ends once', async () => {
      const content = pdf('x'.repeat(300_000))
      const id = await files.announce('parts.pdf', content.length)
      const begun = await files.begin(id, content.length)
      expect([begun.status, begun.headers.get('tus-resumable')]).toEqual([201, '1.0.0'])
      const place = pathOf(begun)
      const first = await files.resume(place, 0, content.slice(0, 1000))
      expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '1000'])
      expect((await files.ask(place)).headers.get('upload-offset')).toBe('1000')
      expect(await text(files.resume(place, 0, content.slice(0, 10)))).toEqual([
        409,
        'Upload-Offset conflict',
      ])
      const last = await files.resume(place, 1000, content.slice(1000))
      expect([
        last.status,
        last.headers.get('upload-offset'),
        last.headers.get('tus-complete'),
      ]).toEqual([204, String(content.length), '1'])
      // A lost answer is asked for again.
      const asked = await files.ask(place)
      expect([
        asked.status,
        asked.headers.get('upload-offset'),
        asked.headers.get('upload-length'),
      ]).toEqual([200, String(content.length), String(content.length)])
      expect((await files.begin(id, content.length)).status).toBe(409)
      expect(await files.check(id)).toEqual({ state: 'ready', refusal: null })
      expect(new Uint8Array(await (await files.read(id)).arrayBuffer())).toEqual(content)
      expect((await files.resume(place, content.length, bytesOf('x'))).status).toBe(403)
    })

    it('is refused', async () => {
      const id = await files.announce('r.pdf', 100)
      const of = (pairs: Record<string, string>) => ({
        'upload-metadata': Object.entries({ bucketName: 'files', objectName: id, ...pairs })
          .map(([key, value]) => `${key} ${btoa(value)}`)
          .join(','),
      })
      const denied = [403, 'new row violates row-level security policy']
      expect(await text(files.begin(id, 20 * 1024 * 1024 + 1))).toEqual([
        413,
        'Maximum size exceeded',
      ])
      expect(await text(files.begin('another', 3))).toEqual(denied)
      expect(await text(files.begin(id, 3, asSupporter))).toEqual(denied)
      expect(await text(files.begin(id, 3, asVisitor))).toEqual(denied)
      expect(await text(files.begin(id, 3, of({ contentType: 'text/html' })))).toEqual([
        415,
        'mime type text/html is not supported',
      ])
      expect(await text(files.begin(id, 3, of({ bucketName: 'other' })))).toEqual([
        404,
        'Bucket not found',
      ])
      expect(await text(files.begin(id, 3, { 'tus-resumable': '0.1' }))).toEqual([
        400,
        'Invalid tus-resumable',
      ])
      const unknown = `/storage/v1/upload/resumable/${Buffer.from(`files/${id}/x`).toString('base64url')}`
      expect(await text(files.resume(unknown, 0, 'x'))).toEqual([
        404,
        'The file for this url was not found',
      ])
      const place = pathOf(await files.begin(id, 3))
      expect(await text(files.resume(place, 0, 'four'))).toEqual([413, "upload's size exceeded"])
      await files.rpc('remove_file', { file: id })
      expect((await files.resume(place, 0, 'x')).status).toBe(403)
    })
  })
}
