import crypto from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { bytesOf, pdf } from '../file-samples'
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

describe('the client of supabase-js', () => {
  it('uploads, reads, signs and describes a file, and the service deletes it', async () => {
    const bucket = (await signIn(backend, 'admin')).storage.from('files')
    const content = pdf('By the client')
    const ids = [await files.announce('a.pdf', 100), await files.announce('b.pdf', 100)]
    const upload = await bucket.upload(ids[0]!, content, {
      contentType: 'application/octet-stream',
      cacheControl: '0, no-store',
    })
    expect(upload.data).toMatchObject({ path: ids[0], fullPath: `files/${ids[0]}` })
    const form = new Blob([pdf('As a form')], { type: 'application/octet-stream' })
    expect((await bucket.upload(ids[1]!, form)).error).toBeNull()
    for (const id of ids) expect(await files.check(id)).toEqual({ state: 'ready', refusal: null })
    const { data } = await bucket.download(ids[0]!)
    expect(new Uint8Array(await data!.arrayBuffer())).toEqual(content)
    const info = await bucket.info(ids[0]!)
    expect(info.data).toMatchObject({
      ...{ name: ids[0], bucketId: 'files', size: content.length },
      ...{ contentType: 'application/octet-stream', cacheControl: 'max-age=0, no-store' },
    })
    expect((await bucket.exists(ids[0]!)).data).toBe(true)
    const { data: link } = await bucket.createSignedUrl(ids[0]!, 60)
    // The option `download` of this client encodes a name twice.
    const served = await fetch(`${link!.signedUrl}&download=${encodeURIComponent('Ä.pdf')}`)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-disposition': "attachment; filename=%C3%84.pdf; filename*=UTF-8''%C3%84.pdf",
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
    })
    const part = await fetch(link!.signedUrl, { headers: { range: 'bytes=1-3' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 1-3/${content.length}`,
      'PDF',
    ])
    const removed = await asService(backend).storage.from('files').remove(ids)
    expect(removed.data?.map(({ name }) => name).sort()).toEqual([...ids].sort())
    expect((await bucket.download(ids[0]!)).error?.message).toBe('Object not found')
    expect(stored()).toEqual([])
  })
})

describe('a resumable upload', () => {
  it('goes on after a line that is cut, from where it was', async () => {
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
    // A lost answer is asked for again.
    const asked = await files.ask(place)
    expect([
      asked.status,
      asked.headers.get('upload-offset'),
      asked.headers.get('upload-length'),
    ]).toEqual([200, String(content.length), String(content.length)])
    expect(await files.check(id)).toEqual({ state: 'ready', refusal: null })
    expect(new Uint8Array(await (await files.read(id)).arrayBuffer())).toEqual(content)
    expect((await files.resume(place, content.length, bytesOf('x'))).status).toBe(403)
  })

  it('is refused as the service refuses it', async () => {
    const id = await files.announce('r.pdf', 100)
    const text = async (asked: Promise<Response>) => {
      const answer = await asked
      return [answer.status, await answer.text()]
    }
    const large = files.begin(id, 20 * 1024 * 1024 + 1)
    expect(await text(large)).toEqual([413, 'Maximum size exceeded\n'])
    expect(await text(files.begin('another', 3))).toEqual([
      403,
      'new row violates row-level security policy',
    ])
    const of = (pairs: Record<string, string>) => ({
      'upload-metadata': Object.entries(pairs)
        .map(([key, value]) => `${key} ${btoa(value)}`)
        .join(','),
    })
    const names = { bucketName: 'files', objectName: id }
    expect(await text(files.begin(id, 3, of({ ...names, contentType: 'text/html' })))).toEqual([
      415,
      'mime type text/html is not supported',
    ])
    expect(await text(files.begin(id, 3, of({ ...names, bucketName: 'other' })))).toEqual([
      404,
      'Bucket not found',
    ])
    expect(await text(files.begin(id, 3, { 'tus-resumable': '0.1' }))).toEqual([
      400,
      'Invalid tus-resumable\n',
    ])
    const unknown = `/storage/v1/upload/resumable/${Buffer.from(`files/${id}/x`).toString('base64url')}`
    expect(await text(files.resume(unknown, 0, 'x'))).toEqual([
      404,
      'The file for this url was not found\n',
    ])
    const place = pathOf(await files.begin(id, 3))
    expect(await text(files.resume(place, 0, 'four'))).toEqual([413, "upload's size exceeded\n"])
    await files.rpc('remove_file', { file: id })
    expect((await files.resume(place, 0, 'x')).status).toBe(403)
  })
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

  // So does one that only the database notices.
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

it('a record that is erased while its file uploads takes the file along', async () => {
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
