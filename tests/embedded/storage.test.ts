import crypto from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { createHandler } from '../../supabase/functions/check-files/handler'
import { bytesOf, pdf } from '../file-samples'
import { testStorageFacts } from '../storage-facts'
import { filesOf } from './files'
import { asService, rowCount, signIn } from './support'

// The endpoints of storage as @supabase/storage-js and a resumable upload use them. Who may do what is in
// tests/attacks/files.test.ts; processes are killed in killed-files.test.ts.

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'storage-'))
const dataDirectory = path.join(directory, 'data')
let backend: ServedBackend
let files: Awaited<ReturnType<typeof filesOf>>
beforeAll(async () => {
  backend = await serveBackend({ dataDirectory })
  files = await filesOf(backend, backend.url)
})
afterAll(async () => {
  await backend?.stop()
  fs.rmSync(directory, { recursive: true, force: true })
})

const pathOf = (answer: Response) => new URL(answer.headers.get('location')!).pathname
const stored = () => fs.readdirSync(path.join(dataDirectory, 'embedded-storage')).sort()

describe('the service', () => testStorageFacts(() => serveBackend({})))

it('an answer at the address of the app is never shown as a page', async () => {
  const id = await files.announce('page.txt', 100)
  await files.upload(id, bytesOf('No page'))
  await files.check(id)
  const object = `/storage/v1/object/authenticated/files/${id}`
  for (const [method, path] of [
    ['GET', object],
    ['HEAD', object],
    ['GET', `/storage/v1/object/info/authenticated/files/${id}`],
    ['GET', '/storage/v1/object/authenticated/files/<script>'],
    ['GET', '/storage/v1/<script>'],
    ['PATCH', '/storage/v1/upload/resumable/<script>'],
    ['OPTIONS', '/storage/v1/upload/resumable'],
  ] as const) {
    const { headers } = await files.send(method, path, {})
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
    expect([path, headers.get('content-disposition')]).toEqual([path, 'attachment'])
  }
})

it('the check reads little more of an object than a file may have, and refuses it', async () => {
  const megabyte = new Uint8Array(1024 * 1024)
  const id = crypto.randomUUID()
  let read = 0
  const large = () =>
    new Response(
      new ReadableStream({
        pull: (to) => {
          read += 1
          if (read < 100) to.enqueue(megabyte)
          else to.close()
        },
      }),
    )
  const asked: string[] = []
  const check = createHandler(
    { SUPABASE_URL: 'http://a', SUPABASE_SERVICE_ROLE_KEY: 'key', DELIVER_MAIL_SECRET: 'secret' },
    {
      send: async (request) => {
        const place = `${request.method} ${new URL(request.url).pathname}`
        if (place === `GET /storage/v1/object/files/${id}`) return large()
        asked.push(`${place} ${await request.text()}`.replaceAll(id, 'id'))
        if (place.endsWith('unchecked_file'))
          return Response.json([{ name: 'a.pdf', version: 'v' }])
        return place.endsWith('record_file_check')
          ? Response.json({ state: 'refused', refusal: 'too_large' })
          : Response.json([{ state: 'uploading', refusal: null }])
      },
    },
  )
  const body = JSON.stringify({ file: id })
  const answer = await check(
    new Request('http://a/functions/v1/check-files', { method: 'POST', body }),
  )
  expect(await answer.json()).toEqual({ state: 'refused', refusal: 'too_large' })
  expect(read).toBeLessThan(25)
  expect(asked.slice(2)).toEqual([
    expect.stringContaining('"refusal":"too_large"') as string,
    'DELETE /storage/v1/object/files {"prefixes":["id"]}',
  ])
})

it('a body that does not say its length is stored whatever it has, and its check refuses it', async () => {
  const id = await files.announce('chunks.pdf', 100)
  const body = new Blob([new Uint8Array(20 * 1024 * 1024 + 1)]).stream()
  const sent = await fetch(`${backend.url}/storage/v1/object/files/${id}`, {
    ...{ method: 'POST', body, duplex: 'half' },
    headers: {
      authorization: `Bearer ${files.token}`,
      'content-type': 'application/octet-stream',
    },
  })
  expect(sent.status).toBe(200)
  expect(await files.check(id)).toEqual({ state: 'refused', refusal: 'too_large' })
})

it('a resumable upload continues after a lost connection, from where it was', async () => {
  const content = pdf('x'.repeat(300_000))
  const id = await files.announce('cut.pdf', content.length)
  const begun = await files.begin(id, content.length)
  expect([begun.status, begun.headers.get('tus-resumable')]).toEqual([201, '1.0.0'])
  const place = pathOf(begun)
  // 80 % arrive.
  const cut = Math.floor(content.length * 0.8)
  const headers = {
    ...{ authorization: `Bearer ${files.token}`, apikey: files.key, 'tus-resumable': '1.0.0' },
    ...{ 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    'content-length': String(content.length),
  }
  const line = http.request(backend.url + place, { method: 'PATCH', headers })
  line.on('error', () => {})
  await new Promise((resolve) => line.write(content.subarray(0, cut), resolve))
  await expect
    .poll(() => {
      const part = stored().find((name) => name.endsWith('.part'))
      return part && fs.statSync(path.join(dataDirectory, 'embedded-storage', part)).size
    })
    .toBe(cut)
  line.destroy()
  await expect
    .poll(async () => (await files.ask(place)).headers.get('upload-offset'))
    .toBe(String(cut))
  expect((await files.resume(place, 0, content.slice(0, 10))).status).toBe(409)
  const last = await files.resume(place, cut, content.slice(cut))
  expect([
    last.status,
    last.headers.get('upload-offset'),
    last.headers.get('tus-complete'),
  ]).toEqual([204, String(content.length), '1'])
  expect(await files.check(id)).toEqual({ state: 'ready', refusal: null })
  expect(new Uint8Array(await (await files.read(id)).arrayBuffer())).toEqual(content)
})

it('a full disk keeps nothing of a file, which is taken again later', async () => {
  const content = pdf('y'.repeat(300_000))
  const id = await files.announce('full.pdf', content.length)
  const before = stored()
  const rows = () => rowCount(backend, 'storage.objects')
  const known = await rows()
  const begun = pathOf(await files.begin(id, content.length))
  const bucket = (await signIn(backend, 'admin')).storage.from('files')
  const upload = () => bucket.upload(id, content, { contentType: 'application/octet-stream' })
  const { createWriteStream } = fs
  vi.spyOn(fs, 'createWriteStream').mockImplementation((place, options) => {
    const file = createWriteStream(place, options)
    const _write = (chunk: Buffer, _encoding: string, done: (error: Error) => void) => {
      fs.appendFileSync(place, chunk.subarray(0, chunk.length / 2))
      done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    }
    return Object.assign(file, { _write, _writev: null })
  })
  const sentence = 'There is no space left for this file. Free some.'
  const refused = await files.resume(begun, 0, content)
  expect([refused.status, await refused.text()]).toEqual([507, sentence])
  expect((await files.begin(id, content.length)).status).toBe(507)
  expect((await upload()).error?.message).toBe(sentence)
  vi.restoreAllMocks()
  expect(stored()).toEqual(before)

  // The same for one that only the database notices.
  await backend.exclusive((pg) =>
    pg.exec(`create function storage.no_space() returns trigger language plpgsql
        as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
      create trigger no_space before insert on storage.objects for each row when (new.metadata ? 'eTag') execute function storage.no_space()`),
  )
  const again = pathOf(await files.begin(id, content.length))
  expect((await files.resume(again, 0, content)).status).toBe(507)
  expect((await upload()).error?.message).toBe(sentence)
  await backend.exclusive((pg) => pg.exec('drop function storage.no_space() cascade'))
  expect([stored(), await rows()]).toEqual([before, known])

  const last = pathOf(await files.begin(id, content.length))
  expect((await files.resume(last, 0, content)).status).toBe(204)
  expect(await files.check(id)).toEqual({ state: 'ready', refusal: null })
})

it('a record erased while its file uploads takes the file with it', async () => {
  await files.erase()
  await files.sweep()
  files = await filesOf(backend, backend.url)
  const id = await files.announce('late.pdf', 100)
  const place = pathOf(await files.begin(id, 10))
  await files.erase()
  expect((await files.resume(place, 0, '%PDF-1.7..')).status).toBe(403)
  // A single upload had passed its trial before.
  await asService(backend).storage.from('files').upload(id, pdf(), {
    contentType: 'application/octet-stream',
  })
  expect(await files.sweep()).toEqual({ checked: 0, deleted: 1 })
  expect(stored().filter((name) => !name.includes('.'))).toEqual([])
  files = await filesOf(backend, backend.url)
})

it('a restart keeps the objects, and removes what no row explains', async () => {
  const id = await files.announce('kept.pdf', 100)
  await files.upload(id, pdf('Kept'))
  await files.check(id)
  await backend.stop()
  const place = path.join(dataDirectory, 'embedded-storage')
  fs.writeFileSync(path.join(place, crypto.randomUUID()), 'left')
  fs.writeFileSync(path.join(place, `${crypto.randomUUID()}.part`), 'left')
  fs.writeFileSync(path.join(place, `${crypto.randomUUID()}.info`), '{"bucket":"left')
  backend = await serveBackend({ dataDirectory })
  files = await filesOf(backend, backend.url)
  expect(await (await files.read(id)).text()).toContain('Kept')
  expect(stored().filter((name) => !/\.(part|info)$/.test(name))).toHaveLength(1)
  expect(
    fs.readdirSync(place).some((name) => fs.readFileSync(path.join(place, name)).includes('left')),
  ).toBe(false)
})
